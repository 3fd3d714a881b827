import { expect, test } from 'vitest'
import { anthropic } from '../codecs/anthropic/index.ts'
import { createDaypack } from '../create.ts'
import { memoryDriver } from '../drivers/memory/index.ts'
import { openTelemetry } from './opentelemetry.ts'

test('an observed pack opens the same sessions, and a reply nobody can read is no error of ours', async () => {
  const pack = await createDaypack({ driver: memoryDriver(), warn: false })
  const observed = openTelemetry().pack(pack)
  const own = await pack.session('s', { user: 'ana' })
  const session = await observed.session('s', { user: 'ana' })
  await session.append({ role: 'user', blocks: [{ type: 'text', text: 'Hello.' }] })
  expect(own.view.slots).toHaveLength(1)
  await expect(session.record(anthropic, null as never)).resolves.toBeUndefined()
  await pack.close()
})
