import { createDaypack, project, type Message } from 'daypack'
import { memoryDriver } from 'daypack/drivers'
import { textOf } from 'daypack/internal'
import { recording, replay } from 'daypack-lab/replay/run'
import { expect, test } from 'vitest'

const WINDOW = 8_000
const count = (text: string) => Math.ceil(text.length / 4)

/** A session of tool turns that grows far beyond the window. */
function session() {
  const messages: Message[] = Array.from({ length: 40 }, (_, turn): Message[] => [
    { role: 'user', blocks: [{ type: 'text', text: `Look into part ${turn} and fix what is wrong there.` }] },
    {
      role: 'assistant',
      blocks: [{ type: 'tool-call', callId: `c${turn}`, tool: 'read_file', input: { path: `src/part-${turn}.ts` } }],
    },
    {
      role: 'tool',
      blocks: [
        {
          type: 'tool-result',
          callId: `c${turn}`,
          tool: 'read_file',
          content: { text: `export const part${turn} = 1\n`.repeat(60) },
        },
      ],
    },
    { role: 'assistant', blocks: [{ type: 'text', text: `Part ${turn} is right as it is.` }] },
  ]).flat()
  return recording(
    's',
    {
      format: 'request-body',
      model: 'claude-haiku-4-5',
      messages,
      times: messages.map((_, at) => at * 10_000),
      usage: [],
      tools: ['read_file'],
      compactions: [],
    },
    count,
  )
}

test('G-104, G-24: messages are numbered one way: in the hand-over, by the tool that reads back, and they end where the talk ends', async () => {
  const recorded = session()
  const driver = memoryDriver({ now: () => 0 })
  const options = { preset: 'daypack' as const, memory: false as const, retention: false as const }
  await replay('daypack', recorded, { ...options, window: WINDOW, driver })
  const { entries } = await driver.log.read('s')
  const view = project(entries)
  const fold = view.items.find((item) => item.kind === 'fold')
  if (fold?.kind !== 'fold') throw new Error('nothing was folded')
  const { text } = fold.summary
  const [, first, last] = /messages (\d+)-(\d+) of this conversation/.exec(text) ?? []
  expect([Number(first), Number(last)]).toEqual([1, fold.messages])
  const told = [...text.matchAll(/^\[(\d+)(?:–(\d+))?\] /gm)].flatMap(([, from, to = from]) => [
    Number(from),
    Number(to),
  ])
  expect(told.length).toBeGreaterThan(4)
  expect(Math.max(...told)).toBeLessThanOrEqual(fold.messages)
  expect(view.head).toBeGreaterThan(view.slots.length)
  const pack = await createDaypack({ driver, memory: false, window: WINDOW })
  const [readRef] = pack.tools(await pack.session('s'))
  const number = told.find((at) => view.slots[at - 1]?.message.role === 'user') ?? 0
  expect(await readRef?.run({ file_path: String(number) })).toContain(
    textOf(view.slots[number - 1]?.message ?? { role: 'user', blocks: [] }),
  )
  await pack.close()
})
