// An instruction to /compact without a model: the sentences that hold its words. And each item of a view in one line.
import { describe, expect, test } from 'vitest'
import { answer, openDesk, request, step } from '../../../../daypack-testing/src/desk.ts'
import type { Message } from '../../model/message.ts'
import { recordOf } from '../tell/record.ts'
import { wantedLines } from './wanted.ts'

async function viewOf(...parts: readonly (Message | Message[])[]) {
  const desk = openDesk()
  await desk.say(...parts.flat())
  return desk.view
}

describe('what an instruction asks for', () => {
  const wanted = async (instruction: string, more: { from?: number; to?: number; chars?: number } = {}) => {
    const view = await viewOf(
      request('The zebra stands by the river. It must not be moved.'),
      answer('I saw two zebras today! We chose the boat because it is quiet.\nThe zebra stands by the river.'),
      step({ tool: 'Read', input: { file_path: 'zebra.ts' }, output: 'a zebra in a file' }),
      request('Next step: paint the boat.'),
    )
    const { from = 1, to = view.slots.length, chars = 1_000 } = more
    return wantedLines(view, from, to, instruction, chars)
  }
  test('the sentences of both that hold its words, newest first, each once, with its number', async () => {
    expect(await wanted('keep everything about Zebras')).toBe(
      '- [2] I saw two zebras today!\n- [2] The zebra stands by the river.',
    )
    expect((await wanted('boat')).split('\n')[0]).toBe('- [5] Next step: paint the boat.')
  })
  test('words that say what to do rather than what about ask for nothing', async () => {
    expect([await wanted('please keep only this'), await wanted(''), await wanted('unicorn')]).toEqual(['', '', ''])
  })
  test('a kind of sentence by its name: what the user demands, what was chosen, what comes next', async () => {
    expect(await wanted('requirements')).toContain('- [1] It must not be moved.')
    expect(await wanted('decisions')).toContain('We chose the boat')
    expect(await wanted('next steps')).toContain('Next step: paint the boat.')
  })
  test('in the messages named alone, and as much as fits', async () => {
    expect(await wanted('zebra', { from: 1, to: 1 })).toBe('- [1] The zebra stands by the river.')
    expect(await wanted('zebra', { chars: 66 })).toMatch(/river\.$/)
    expect(await wanted('zebra', { chars: 65 })).toBe('- [2] I saw two zebras today!')
    expect(await wanted('zebra', { chars: 29 })).toBe('- [2] I saw two zebras today!')
    expect(await wanted('zebra', { chars: 28 })).toBe('')
  })
})

test('only the user demands, and of a sentence 300 characters are told', async () => {
  const view = await viewOf(request('It must be red.'), answer(`It must be ${'striped '.repeat(60)}`))
  const wanted = (instruction: string) => wantedLines(view, 1, 2, instruction, 1_000)
  expect([wanted('requirements'), wanted('striped').length]).toEqual(['- [1] It must be red.', 306])
})

test('one line for each: who, what, on what, how big', async () => {
  const view = await viewOf(
    request('Look at\n  the zebra.'),
    answer('I look.'),
    step({ tool: 'Read', input: { n: 1, file_path: 'src/zebra.ts', note: 'x' }, output: 'striped' }),
    step({ tool: 'Bash', input: { note: 'first', other: 'second' }, output: 'broke', isError: true }),
    step({ tool: 'Odd', input: { n: 1 }, output: 'é' }),
    request('x'.repeat(500)),
  )
  const lines = view.items.map((item) => recordOf(view, item))
  expect(lines.slice(0, -1)).toEqual([
    '- [1] user: Look at the zebra.',
    '- [2] assistant: I look.',
    '- [3] assistant: Read(src/zebra.ts)',
    '- [4] result: 7 bytes',
    '- [5] assistant: Bash(first)',
    '- [6] result: failed, 5 bytes',
    '- [7] assistant: Odd()',
    '- [8] result: 2 bytes',
  ])
  expect(lines.at(-1)).toMatch(/^- \[9\] user: x{300,400}…$/)
})
