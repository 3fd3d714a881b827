import { expect, test } from 'vitest'
import { memoryDriver } from '../../src/drivers/memory/index.ts'
import { openclawPlugin } from '../../../cli/src/plugins/openclaw.ts'
import { piExtension } from '../../../cli/src/plugins/pi.ts'

const SMALL = 24_000
const options = () => ({ driver: memoryDriver({ now: Date.now }), window: SMALL })
const long = (step: number) =>
  Array.from({ length: 150 }, (_, line) => `step ${step}: module-${step}-${line} is read`).join('\n')
const tokens = (value: unknown) => JSON.stringify(value).length / 4

type Engine = {
  assemble(given: object): Promise<{ messages: readonly { role: string }[]; estimatedTokens: number }>
  commitTurn(given: object): Promise<{ status: string }>
  compact(given: object): Promise<{ ok: boolean; compacted: boolean }>
}

test('OpenClaw: turns before the current one are folded; a turn is committed once; compaction is ours', async () => {
  let engine: Engine | undefined
  const given = options()
  openclawPlugin(given).register({ registerContextEngine: (_id, make) => (engine = make() as Engine) })
  if (!engine) throw new Error('no engine')
  const messages: object[] = []
  for (let step = 0; step < 40; step++) {
    const timestamp = step * 3
    const call = { type: 'toolCall', id: `c${step}`, name: 'exec', arguments: { step } }
    messages.push(
      ...[
        { role: 'user', content: `Do step ${step}.`, timestamp },
        { role: 'assistant', content: [call], timestamp: timestamp + 1 },
        { role: 'toolResult', toolCallId: `c${step}`, toolName: 'exec', content: [{ type: 'text', text: long(step) }] },
        { role: 'assistant', content: [{ type: 'text', text: `Step ${step} is done.` }], timestamp: timestamp + 2 },
      ],
    )
    const shown = await engine.assemble({ sessionId: 's', messages })
    expect(tokens(shown.messages)).toBeLessThan(SMALL * 1.5)
    expect(shown.messages.at(-1)).toBe(messages.at(-1))
    const called = JSON.stringify(shown.messages).match(/"toolCall","id":"c\d+"/g)?.length ?? 0
    expect(shown.messages.filter(({ role }) => role === 'toolResult')).toHaveLength(called)
  }
  expect(tokens(messages)).toBeGreaterThan(SMALL * 2)
  const turn = { sessionId: 's', advancementKey: 'k' }
  expect(await engine.commitTurn(turn)).toEqual({ status: 'committed' })
  expect(await engine.commitTurn(turn)).toEqual({ status: 'duplicate' })
  // Another process on the same workspace, as after a restart of the host.
  openclawPlugin(given).register({ registerContextEngine: (_id, make) => (engine = make() as Engine) })
  expect(await engine.commitTurn(turn)).toEqual({ status: 'duplicate' })
  expect(await engine.compact({ sessionId: 's' })).toMatchObject({ ok: true })
})

test('pi: requests of a wire we know are managed, others pass; compaction rests; what was left out is read back', async () => {
  type Handler = (event: unknown, context: unknown) => Promise<unknown>
  const on = new Map<string, Handler>()
  const tools = new Map<string, { execute(...given: unknown[]): Promise<{ content: { text: string }[] }> }>()
  piExtension(options())({
    on: (event, handler) => on.set(event, handler as Handler),
    registerTool: (tool) => tools.set((tool as { name: string }).name, tool as never),
  })
  const context = (api: string) => ({ model: { api }, sessionManager: { getSessionId: () => 's' } })
  const messages: unknown[] = []
  let sent: unknown
  for (let step = 0; step < 40; step++) {
    const id = `c${step}`
    messages.push(
      { role: 'user', content: `Do step ${step}.` },
      { role: 'assistant', tool_calls: [{ id, type: 'function', function: { name: 'bash', arguments: '{}' } }] },
      { role: 'tool', tool_call_id: id, content: long(step) },
    )
    const payload = { model: 'm', messages: [...messages] }
    sent = (await on.get('before_provider_request')?.({ payload }, context('openai-completions'))) ?? payload
    expect(tokens(sent)).toBeLessThan(SMALL * 1.5)
    const usage = { input: Math.round(tokens(sent)), output: 10, cacheRead: 0, cacheWrite: 0 }
    await on.get('message_end')?.({ message: { role: 'assistant', usage } }, context('openai-completions'))
  }
  expect(tokens(messages)).toBeGreaterThan(SMALL * 2)
  expect(JSON.stringify(sent)).not.toContain('module-3-77 ')
  const found = await tools.get('recall')?.execute('id', { query: 'module-3-77' }, undefined, undefined, context(''))
  expect(found?.content[0]?.text).toContain('module-3-77')
  const payload = { messages }
  expect(await on.get('before_provider_request')?.({ payload }, context('other-wire'))).toBeUndefined()
  expect(await on.get('session_before_compact')?.({ reason: 'threshold' }, context('openai-completions'))).toEqual({
    cancel: true,
  })
  expect(await on.get('session_before_compact')?.({ reason: 'threshold' }, context('other-wire'))).toBeUndefined()
})
