// /compact, /compact_str and /undo: what is said of what was folded.
import { expect, test } from 'vitest'
import { chatOn, saying } from '../../../test/seeds/chat-support.ts'
import type { Config } from '../../config/schema.ts'
import { isIgnored } from './compact.ts'

const LONG = Array.from({ length: 30 }, (_, at) =>
  saying(at % 2 === 0 ? 'user' : 'assistant', `Step ${at}: src/part${at}.ts. ${'It matters here. '.repeat(40)}`),
)
async function chat(config: Config = {}) {
  const opened = await chatOn({ window: 20_000, ...config }, LONG)
  const lines = async (typed: string) => (await opened.type(typed)).split('\n')
  return { ...opened, lines }
}

test('what was folded, how much smaller the view is, and how it begins', async () => {
  const { chat: open, lines, close } = await chat()
  const before = open.session.view.size.tokens
  const [title, messages, tokens, ...rest] = await lines('/compact')
  const fold = open.session.view.items.find((item) => item.kind === 'fold')
  const text = fold?.kind === 'fold' ? (fold.summary.by ?? 'rules') : ''
  const after = open.session.view.size.tokens
  expect([title, messages, tokens]).toEqual([
    'Compact complete.',
    `- Messages compacted: ${fold?.kind === 'fold' ? fold.messages : 0}`,
    `- Tokens: ${before} → ${after} (${Math.round((1 - after / before) * 100)} % less)`,
  ])
  expect([
    rest.some((line) => line.startsWith('- Facts go')),
    rest.includes('The summary begins:'),
    rest.at(-1),
  ]).toEqual([false, true, '- /compact_str shows the whole summary, /undo takes it back.'])
  const [head = '', ...summary] = await lines('/compact_str')
  expect(head).toBe(
    `${fold?.kind === 'fold' ? fold.messages : 0} messages, numbers 1 to ${fold?.kind === 'fold' ? fold.messages : 0}, summed up by ${text} in ${fold?.size.tokens} tokens:`,
  )
  expect(summary.join('\n')).toBe(fold?.kind === 'fold' ? fold.summary.text : '')
  expect((await lines('/history')).filter((line) => line.includes(' folded: ')).length).toBe(
    fold?.kind === 'fold' ? fold.messages : 0,
  )
  await lines('/undo')
  expect([open.session.view.size.tokens, await lines('/compact_str')]).toEqual([
    before,
    ['There is no summary: nothing has been folded.'],
  ])
  await close()
})

test('an instruction that needs a model is not followed without one, and that is said', async () => {
  const { lines, close } = await chat()
  const ignored = 'The instruction needs a model to follow it'
  expect((await lines('/compact zebras only')).some((line) => line.includes(ignored))).toBe(true)
  await close()
  expect([
    isIgnored({ by: 'model', text: 'x' }),
    isIgnored({ text: 'x' }),
    isIgnored({ by: 'rules', text: 'x\n# Kept because the user asked for it\n- y' }),
  ]).toEqual([false, true, false])
})

test('with memory what was folded is noted behind it, unless that is switched off', async () => {
  const isNoted = async (memory: Config['memory']) => {
    const { lines, close } = await chat({ ...(memory && { memory }) })
    const said = await lines('/compact')
    await close()
    return said.some((line) => line.startsWith('- Facts go to memory'))
  }
  expect([
    await isNoted({ enabled: true }),
    await isNoted({ enabled: true, flush: false }),
    await isNoted({ enabled: false }),
  ]).toEqual([true, false, false])
})

test('/undo takes a number, or none', async () => {
  const { lines, close } = await chat()
  const wrong = '/undo takes the number of a batch, as /explain shows it, or no number at all. Nothing was done.'
  expect([await lines('/undo x'), await lines('/undo 1 2')]).toEqual([[wrong], [wrong]])
  await expect(lines('/undo 99')).rejects.toThrow('There is no batch 99; /explain lists them.')
  await close()
})
