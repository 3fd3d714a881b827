import { expect, test } from 'vitest'
import { definedName } from './defines.ts'

test.each([
  ['func (s *ManualCommitStrategy) RestoreLogsOnly(point RewindPoint, force bool) error {', 'RestoreLogsOnly'],
  ['func (Store) Close() error {', 'Close'],
  ['func NewStore(dir string) *Store {', 'NewStore'],
  ['export async function createDaypack(options: Options) {', 'createDaypack'],
  ['  private static render(view: View): string {', 'render'],
  ["describe('store', () => {", 'store'],
  ['import (', undefined],
])('%s defines %s', (line, name) => {
  expect(definedName(line)).toBe(name)
})
