import { expect, test } from 'vitest'
import { calledAs, resumeCommand } from './words.ts'

test('a hint is typed as the command was', () => {
  const ways = [{}, { npm_command: 'exec' }, { npm_command: 'run' }, { DAYPACK_CALLED_AS: 'dp', npm_command: 'exec' }]
  expect(ways.map(calledAs)).toEqual(['daypack', 'npx daypack-cli', 'daypack', 'dp'])
  expect([resumeCommand('s', undefined, {}), resumeCommand('s', '/w', {})]).toEqual([
    'daypack chat --resume s',
    'daypack chat --resume s --dir /w',
  ])
})
