import { afterEach, expect, test } from 'vitest'
import { createDaypack } from '../create.ts'
import type { Daypack } from '../daypack.ts'
import { memoryDriver } from '../drivers/memory/index.ts'
import type { Summarize } from '../model/summarize.ts'

const open: Daypack[] = []
afterEach(async () => {
  for (const pack of open.splice(0)) await pack.close()
})

test('lines have ids: listed, changed, ended, each with its history, and every change can be taken back', async () => {
  const pack = await createDaypack({ driver: memoryDriver(), warn: false })
  open.push(pack)
  const { memory } = pack
  await memory.remember('I live in Porto.')
  const [line] = await memory.lines.list()
  expect(line).toMatchObject({ text: 'I live in Porto.', kind: 'Fact', source: { by: 'user' } })
  const next = await memory.lines.change(line?.id ?? '', 'I live in Braga.')
  expect((await memory.lines.list()).map(({ text }) => text)).toEqual(['I live in Braga.'])
  expect((await memory.lines.history(next.id)).map(({ text }) => text)).toEqual([
    'I live in Braga.',
    'I live in Porto.',
  ])
  await memory.lines.end(next.id)
  expect(await memory.lines.list()).toEqual([])
  const [ended] = await memory.log({ limit: 1 })
  await memory.revert(ended?.id ?? '')
  expect(await memory.lines.get(next.id)).toMatchObject({ text: 'I live in Braga.' })
  await expect(memory.lines.end('nobody')).rejects.toThrow('There is no line nobody')
})

test('the model a host talks to writes the notes, its calls are counted, and `summarize: false` leaves it alone', async () => {
  const asked: string[] = []
  const model: Summarize = async ({ prompt }) => {
    asked.push(prompt)
    const line = 'Pia is vegetarian since 2019.'
    return JSON.stringify({
      operations: [{ op: 'add', kind: 'Fact', line, quote: 'vegetarian since 2019', message: 1 }],
    })
  }
  for (const summarize of [undefined, false] as const) {
    const driver = memoryDriver()
    const written: string[] = []
    const pack = await createDaypack({
      driver,
      warn: false,
      memory: {
        schedule: false,
        tuning: { onEvent: (event) => event.type === 'flushed' && written.push(event.result.by) },
        ...(summarize === false && { summarize }),
      },
    })
    open.push(pack)
    const session = await pack.session('s')
    session.offerModel(model)
    const text = 'Hi, I am Pia, vegetarian since 2019, and I would love a plan for dinner this week.'
    await session.append({ role: 'user', blocks: [{ type: 'text', text }] })
    await pack.memory.flush('s', (await session.entries()).at(-1)?.seq ?? 0)
    await pack.memory.drain()
    expect(written).toEqual([summarize === false ? 'rules' : 'model'])
    expect((await pack.memory.status()).calls.count).toBe(summarize === false ? 0 : 1)
  }
  expect(asked).toHaveLength(1)
})
