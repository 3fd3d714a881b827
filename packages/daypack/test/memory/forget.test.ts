import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import Anthropic from '@anthropic-ai/sdk'
import { createDaypack } from 'daypack'
import { expect, test } from 'vitest'
import { daypackMiddleware } from '../../src/hosts/anthropic.ts'
import { bytesLeft } from '../../src/memory/trust/traces.ts'
import type { Session } from '../../src/session/session.ts'
import { startProvider, type ScriptedProvider } from '../../../daypack-testing/src/provider/index.ts'
import { temporary } from '../temporary.ts'

const dir = temporary()
const SECRET = 'My bank account at Montepio is 4711-0815'
const HARMLESS = 'The ferry leaves at nine'
const now = () => Date.UTC(2026, 10, 16, 12)
const open = () =>
  createDaypack({
    dir,
    window: 16_000,
    memory: { schedule: false, tuning: { watch: false } },
    tuning: { now, maxOutput: 1_000 },
  })

/** What the tool says: short, and long enough to be stored beside the log. */
const page = (day: number): string =>
  day % 4 === 0
    ? `${SECRET}.\n${HARMLESS}.`
    : `page ${day}\n${'all quiet on deck\n'.repeat(day % 4 === 1 ? 2_500 : 120)}${SECRET}`

async function talk(
  provider: ScriptedProvider,
  session: Session,
  messages: Anthropic.MessageParam[],
  questions: readonly string[],
): Promise<void> {
  const client = new Anthropic({
    apiKey: 'test',
    baseURL: provider.url,
    maxRetries: 0,
    middleware: [daypackMiddleware(session)],
  })
  const tools = [{ name: 'read_page', input_schema: { type: 'object' as const } }]
  for (const question of questions) {
    messages.push({ role: 'user', content: question })
    for (;;) {
      const ask = { model: 'claude-opus-4-5', max_tokens: 1000, system: 'You read logs.', tools, messages }
      const { content } = await client.messages.create(ask)
      messages.push({ role: 'assistant', content })
      const calls = content.filter((block) => block.type === 'tool_use')
      if (calls.length === 0) break
      messages.push({
        role: 'user',
        content: calls.map((call) => ({
          type: 'tool_result',
          tool_use_id: call.id,
          content: page((call.input as { day: number }).day),
        })),
      })
    }
  }
}

test('forgotten everywhere: no byte is left of it, the session still opens, and the caller continues with its old list', async () => {
  const provider = await startProvider({
    window: 16_000,
    now,
    script: ({ index }) =>
      index % 9 === 8
        ? { text: `Read them. You said: ${SECRET}. ${HARMLESS}.` }
        : { calls: [{ tool: 'read_page', input: { day: index, note: `look for "${SECRET}"` } }] },
  })
  const messages: Anthropic.MessageParam[] = []
  const first = await open()
  const session = await first.session('s1')
  await talk(provider, session, messages, [`Remember: ${SECRET}. Read the log.`, 'Go on reading.', 'And the rest.'])
  await first.memory.remember(SECRET, { session: 's1', seq: 1 })
  await first.memory.drain()
  const before = { entries: (await session.entries()).length, batches: session.view.batches.length }
  const items = session.view.items.map(({ kind, seq }) => `${kind} ${seq}`)
  await first.close()
  // It stands in every kind of file there is, before.
  const kinds = new Set((await bytesLeft(dir, [SECRET])).map(({ file }) => file.split('/')[0] ?? ''))
  for (const kind of ['log', 'dialog', 'tool_result', 'MEMORY.md', 'memory', 'index'])
    expect([...kinds]).toContain(kind)

  const second = await open()
  const dry = await second.memory.forget({ query: 'bank account montepio' }, { everywhere: true, dryRun: true })
  const plain = await second.memory.forget({ query: 'bank account montepio' })
  expect(new Set(plain.left.map(({ file }) => file.split('/')[0]))).toEqual(new Set(['dialog', 'log', 'tool_result']))
  const result = await second.memory.forget({ query: 'bank account montepio' }, { everywhere: true })
  expect(result.archive).toMatchObject({ sessions: ['s1'] })
  expect(result.archive).toEqual(dry.archive)
  expect(result.archive.results).toBeGreaterThan(0)
  expect(result).toMatchObject({ left: [], proven: true })
  expect(await bytesLeft(dir, [SECRET, 'Montepio', '4711-0815'])).toEqual([])
  expect((await bytesLeft(dir, [HARMLESS])).length).toBeGreaterThan(0)
  expect((await second.memory.search('bank account montepio', { scope: ['notes', 'dialog', 'results'] })).hits).toEqual(
    [],
  )

  // Nothing moved: same entries, same view, same sizes.
  const again = await second.session('s1')
  expect(again.view.items.map(({ kind, seq }) => `${kind} ${seq}`)).toEqual(items)
  expect({ entries: (await again.entries()).length, batches: again.view.batches.length }).toEqual(before)
  // The caller still has its own list, and it still matches.
  const sent = provider.requests.length
  await talk(provider, again, messages, ['What is left to read?'])
  const later = provider.requests.slice(sent)
  expect(later.map(({ status, violations }) => [status, violations])).toEqual(later.map(() => [200, []]))
  expect(again.view.items.filter(({ kind }) => kind === 'message').length).toBeLessThan(messages.length + 2)
  expect((await again.entries()).filter((entry) => entry.kind === 'mark' && entry.name === 'rewind')).toEqual([])
  await second.close()
  await provider.close()
  for (const name of readdirSync(join(dir, 'memory')))
    expect(readFileSync(join(dir, 'memory', name), 'utf8')).not.toContain('4711')
})

test.each([
  ['the same process', false],
  ['another process, while this one runs', true],
])(
  'an open session does not bring back what %s forgot: neither by its summary nor into the archive',
  async (_, isOther) => {
    const place = mkdtempSync(join(dir, 'open-'))
    const openHere = () =>
      createDaypack({
        dir: place,
        window: 16_000,
        memory: { schedule: false, tuning: { watch: false } },
        tuning: { now },
      })
    const pack = await openHere()
    const session = await pack.session('s1')
    const say = (role: 'user' | 'assistant', text: string) => session.append({ role, blocks: [{ type: 'text', text }] })
    await say('user', `${SECRET}. Please keep it in mind and write the report.`)
    for (let turn = 0; turn < 20; turn++) {
      await say('assistant', `Part ${turn} is written. ${'word '.repeat(200)}`)
      await say('user', `Go on with part ${turn + 1}.`)
    }
    await pack.memory.remember(SECRET)
    const by = isOther ? await openHere() : pack
    const { archive } = await by.memory.forget({ query: 'bank account montepio' }, { everywhere: true })
    expect(archive).toEqual({ sessions: ['s1'], messages: 1, results: 0 })
    if (isOther) await by.close()
    await session.compact()
    await pack.memory.drain()
    expect(session.view.items.some(({ kind }) => kind === 'fold')).toBe(true)
    expect(await bytesLeft(place, [SECRET, '4711-0815', 'Montepio'])).toEqual([])
    await pack.close()
  },
)
