import { describe, expect, it } from 'vitest'
import { memoryDriver } from '../drivers/memory/index.ts'
import type { Content } from '../model/message.ts'
import type { DayStore } from '../model/driver.ts'
import type { Json } from '../model/json.ts'
import { compact } from '../passes/compact.ts'
import { answer, openDesk, request, step } from '../../../daypack-testing/src/desk.ts'
import { archive, archiver } from './archive.ts'
import { lossOf, renderLoss } from './loss.ts'

async function session() {
  const desk = openDesk({ window: 8_000, inlineMaxBytes: 200 })
  await desk.say(request('Please fix src/login.ts, keep the API.'))
  for (let index = 0; index < 30; index++) {
    await desk.say(
      ...step({
        tool: 'Read',
        input: { file_path: `/srv/file${index}.ts` },
        output: `const name${index} = ${'1 + '.repeat(200)}1\n`,
      }),
    )
  }
  await desk.say(answer('Done so far.'), request('Go on with the tests.'))
  return desk
}

const BY = { zone: 'UTC', read: () => Promise.resolve('') }

function days(): DayStore {
  const driver = memoryDriver({ now: () => 0 })
  if (!driver.days) throw new Error('the memory driver has day files')
  return driver.days
}

describe('archive', () => {
  it('F-73: a fold over an earlier one writes, reads and cleans only what is new; all places are answered', async () => {
    const desk = await session()
    const store = days()
    const asked: number[] = []
    const cleaned: number[] = []
    const put = archiver({
      ...store,
      append: async (records) => {
        asked.push(records.length)
        return await store.append(records)
      },
    })
    const by = { ...BY, redact: (value: Json) => (cleaned.push(1), value) }
    const { slots } = desk.view
    const first = await put('s1', slots.slice(0, 20), by)
    const all = await put('s1', slots, by)
    expect(all).toEqual(await archive(store, 's1', slots, BY))
    expect(all.slice(0, 20)).toEqual(first)
    expect(asked).toEqual([20, slots.length - 20])
    expect(cleaned).toHaveLength(slots.length)
    const changed = { ...(slots[3] as (typeof slots)[number]), message: request('Something else.') }
    await put('s1', [changed], by)
    expect(asked).toEqual([20, slots.length - 20, 1])
  })

  it('writes raw messages once, with session, seq and hash, and offloaded content whole (1A16)', async () => {
    const desk = await session()
    const store = days()
    const by = {
      zone: 'UTC',
      read: (content: Content) =>
        Promise.resolve('text' in content ? content.text : (desk.blobs.get(content.ref) ?? '')),
    }
    const places = await archive(store, 's1', desk.view.slots, by)
    expect(await archive(store, 's1', desk.view.slots, by)).toEqual(places)
    const [day] = await store.days()
    const records = await store.read(day ?? '')
    expect(records).toHaveLength(desk.view.slots.length)
    expect(records.map((record) => [record.session, record.seq])).toEqual(
      desk.view.slots.map((slot) => ['s1', slot.seq]),
    )
    expect(records[0]?.message).toEqual({
      id: 's1:1',
      name: 'user',
      role: 'user',
      content: 'Please fix src/login.ts, keep the API.',
      timestamp: '1970-01-01 00:16:41.000',
    })
    const [called, result] = records.slice(1, 3).map(({ message }) => message as { content: readonly object[] })
    expect(called?.content).toMatchObject([{ type: 'tool_use', name: 'Read', input: { file_path: '/srv/file0.ts' } }])
    // Whole, although the log keeps it as a blob.
    expect(result).toMatchObject({ role: 'system', name: 'system' })
    expect(result?.content).toMatchObject([
      { type: 'tool_result', name: 'Read', output: `const name0 = ${'1 + '.repeat(200)}1\n` },
    ])
    expect(new Set(records.map((record) => record.sha256)).size).toBe(records.length)
  })
})

describe('the loss report', () => {
  it('says what left, what is still shown and what is only in the archive', async () => {
    const desk = await session()
    const before = desk.view
    await desk.run([compact({ files: false })], { isForced: true })
    const loss = lossOf(before, desk.view, await desk.shown())
    expect(loss.messages).toBeGreaterThan(20)
    expect(loss.requests).toEqual({ whole: [1], shortened: [], archived: [] })
    expect(loss.files.archived.length + loss.files.standing.length).toBeGreaterThan(20)
    expect(loss.tokens).toBeGreaterThan(0)
    expect(renderLoss(loss)).toMatch(/What the user asked: 1 still whole\./)
  })
})
