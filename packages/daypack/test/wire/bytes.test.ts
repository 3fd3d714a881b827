import { expect, test } from 'vitest'
import { createDaypack } from '../../src/daypack.ts'
import { memoryDriver } from '../../src/drivers/memory/index.ts'
import { daypackFetch } from '../../src/hosts/openai.ts'
import { byBytes } from '../../src/tokens/count.ts'

const now = () => Date.UTC(2026, 0, 1)
const reply = { choices: [{ index: 0, message: { role: 'assistant', content: 'ok' }, finish_reason: 'stop' }] }

/** What goes upstream when this body is posted. */
async function upstream(body: string): Promise<string> {
  const driver = memoryDriver({ now, zone: 'UTC' })
  const pack = await createDaypack({
    dir: 'memory',
    driver,
    window: 8_000,
    retention: false,
    memory: false,
    tuning: { now, maxOutput: 500, counter: byBytes(4) },
  })
  let sent = ''
  const inner: typeof fetch = async (_, init) => {
    sent = typeof init?.body === 'string' ? init.body : ''
    return Response.json(reply)
  }
  const managed = daypackFetch(await pack.session('bytes'), { fetch: inner })
  await managed('http://provider.test/v1/chat/completions', { method: 'POST', body })
  await pack.close()
  return sent
}

const odd = '{"role":"user","content":"caf\\u00e9 \\/ \\ud800", "n":12345678901234567890,"f":1.0,"d":1,"d":2}'
const around = (result: string) =>
  `{ "seed": 98765432109876543210, "model":"gpt-5.2","temperature":1.0,"messages":[${odd},{"role":"assistant","content":null,"tool_calls":[{"id":"1","type":"function","function":{"name":"read_file","arguments":"{}"}}]},{"role":"tool","tool_call_id":"1","content":${JSON.stringify(result)}}]}`

test('a request in which nothing changes is passed on byte for byte', async () => {
  expect(await upstream(around('short'))).toBe(around('short'))
})

test('where one message is shortened, every other byte that carries meaning stays', async () => {
  const long = Array.from({ length: 2_000 }, (_, line) => `line ${line} of a long output`).join('\n')
  const sent = await upstream(around(long))
  expect(sent.length).toBeLessThan(around(long).length / 2)
  expect(sent).toContain(odd)
  expect(sent).toContain('"seed":98765432109876543210')
  expect(sent).toContain('"temperature":1.0')
})
