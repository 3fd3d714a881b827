import { describe, expect, it } from 'vitest'
import { memoryDriver } from '../drivers/memory/index.ts'
import type { DayStore } from '../model/driver.ts'
import { compact } from '../passes/compact.ts'
import { answer, openDesk, request, step } from '../testing/desk.ts'
import { archive, archiveFolds } from './archive.ts'
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

function days(): DayStore {
  const driver = memoryDriver({ now: () => 0 })
  if (!driver.days) throw new Error('the memory driver has day files')
  return driver.days
}

describe('archive', () => {
  it('writes raw messages once, with session, seq and hash, and names offloaded content by its hash', async () => {
    const desk = await session()
    const store = days()
    const places = await archive(store, 's1', desk.view.slots)
    expect(await archive(store, 's1', desk.view.slots)).toEqual(places)
    const [day] = await store.days()
    const records = await store.read(day ?? '')
    expect(records).toHaveLength(desk.view.slots.length)
    expect(records.map((record) => [record.session, record.seq])).toEqual(
      desk.view.slots.map((slot) => ['s1', slot.seq]),
    )
    expect(records.map((record) => record.message)).toEqual(
      JSON.parse(JSON.stringify(desk.view.slots.map((slot) => slot.message))),
    )
    expect(JSON.stringify(records[2]?.message)).toMatch(/"ref":"[0-9a-f]{64}"/)
    expect(new Set(records.map((record) => record.sha256)).size).toBe(records.length)
  })

  it('takes exactly what new folds cover', async () => {
    const desk = await session()
    const before = desk.view
    await desk.run([compact()], { isForced: true })
    const fold = desk.view.items.find((item) => item.kind === 'fold')
    const store = days()
    const places = await archiveFolds(store, 's1', before, desk.view)
    expect(places.map((place) => place.seq)).toEqual(
      before.slots.map((slot) => slot.seq).filter((seq) => fold && seq >= fold.seq && seq <= fold.to),
    )
    expect(await archiveFolds(store, 's1', desk.view, desk.view)).toEqual([])
  })
})

describe('the loss report', () => {
  it('says what left, what still stands and what is only in the archive', async () => {
    const desk = await session()
    const before = desk.view
    await desk.run([compact({ files: false, nameBytes: 0 })], { isForced: true })
    const loss = lossOf(before, desk.view, await desk.shown())
    expect(loss.messages).toBeGreaterThan(20)
    expect(loss.requests).toEqual({ whole: [1], shortened: [], archived: [] })
    expect(loss.files.archived.length + loss.files.standing.length).toBeGreaterThan(20)
    expect(loss.tokens).toBeGreaterThan(0)
    expect(renderLoss(loss)).toMatch(/Requests: 1; 1 stand whole, 0 shortened, 0 only in the archive\./)
  })
})
