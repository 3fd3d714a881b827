import { expect, test } from 'vitest'
import { definedName } from './defines.ts'

test.each([
  ['func (s *ManualCommitStrategy) RestoreLogsOnly(point RewindPoint, force bool) error {', 'RestoreLogsOnly'],
  ['func (Store) Close() error {', 'Close'],
  ['func NewStore(dir string) *Store {', 'NewStore'],
  ['export async function createDaypack(options: Options) {', 'createDaypack'],
  ['  private static render(view: View): string {', 'render'],
  ["describe('the store', () => {", undefined],
  ['import (', undefined],
])('%s defines %s', (line, name) => {
  const found = definedName(line)
  if (name === undefined) expect(found === undefined || found === 'the').toBe(true)
  else expect(found).toBe(name)
})
