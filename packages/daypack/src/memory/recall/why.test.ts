import { expect, test } from 'vitest'
import { createDaypack } from '../../daypack.ts'
import { memoryDriver } from '../../drivers/index.ts'

test('F-24: a line of MEMORY.md leads back over the day log to the very words it rests on', async () => {
  let now = Date.UTC(2026, 0, 5, 12)
  const driver = memoryDriver({ now: () => now, zone: 'UTC' })
  const summarize = async (): Promise<string> => '- Fact: The staging box is called heron (1)'
  const pack = await createDaypack({
    driver,
    memory: { summarize, schedule: false, tuning: { watch: false } },
    tuning: { now: () => now },
  })
  const session = await pack.session('monday')
  const text =
    'Can you check the deploy? Our staging box is called heron, by the way, and it sits in the attic. Thanks!'
  await session.append({ role: 'user', blocks: [{ type: 'text', text }] })
  await pack.memory.flush('monday', session.view.head)
  await pack.memory.drain()
  now += 86_400_000
  await pack.memory.consolidate()
  const reasons = await pack.memory.why('heron')
  expect(reasons.map(({ citation }) => citation.replace(/#.*/, ''))).toEqual(['MEMORY.md', 'memory/2026-01-05.md'])
  const quote = {
    session: 'monday',
    seq: 1,
    role: 'user',
    text: expect.stringContaining('staging box is called heron'),
  }
  expect(reasons[0]).toMatchObject({ notes: ['memory/2026-01-05.md#L4'], quotes: [quote], others: [], struck: false })
  expect(await pack.memory.why('nothing like it')).toEqual([])
  await pack.close()
})
