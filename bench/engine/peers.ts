/** Durable appends, and our turn beside what peers' own functions take on the same conversation, in the same run. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AIMessage, HumanMessage, ToolMessage, trimMessages, type BaseMessage } from '@langchain/core/messages'
import { pruneMessages, type ModelMessage } from 'ai'
import { createDaypack } from 'daypack'
import { anthropic } from 'daypack/codecs/anthropic'

const SIZE = Number(process.env['SIZE'] ?? 1_000)
const ROUNDS = Number(process.env['ROUNDS'] ?? 15)
const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0
const line = (n: number) => `result ${n} `.repeat(100)

async function timed(work: (round: number) => unknown): Promise<number> {
  const taken: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now()
    await work(round)
    taken.push(performance.now() - start)
  }
  return median(taken)
}

const wire: object[] = [{ role: 'user', content: 'Go.' }]
const model: ModelMessage[] = [{ role: 'user', content: 'Go.' }]
const chain: BaseMessage[] = [new HumanMessage('Go.')]
function grow(upTo: number): void {
  while (wire.length < upTo) {
    const n = wire.length
    const id = `toolu_${n}`
    wire.push(
      { role: 'assistant', content: [{ type: 'tool_use', id, name: 'read', input: { path: `src/${n}.ts` } }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: line(n) }] },
    )
    model.push(
      {
        role: 'assistant',
        content: [{ type: 'tool-call', toolCallId: id, toolName: 'read', input: { path: `src/${n}.ts` } }],
      },
      {
        role: 'tool',
        content: [{ type: 'tool-result', toolCallId: id, toolName: 'read', output: { type: 'text', value: line(n) } }],
      },
    )
    chain.push(
      new AIMessage({ content: '', tool_calls: [{ id, name: 'read', args: { path: `src/${n}.ts` } }] }),
      new ToolMessage({ content: line(n), tool_call_id: id }),
    )
  }
}

const dir = await mkdtemp(join(tmpdir(), 'daypack-bench-'))
const pack = await createDaypack({ dir, window: 100_000_000 })
const session = await pack.session('bench')
const appender = await pack.session('append')
const prepare = () => session.prepare(anthropic, { model: 'm', max_tokens: 1_000, messages: [...wire] })
grow(SIZE)
const sync = await timedOnce(prepare)
const ours = await timed(() => {
  grow(wire.length + 2)
  return prepare()
})
const append = await timed((round) =>
  appender.append({ role: 'user', blocks: [{ type: 'text', text: `note ${round}` }] }),
)
const prune = await timed(() => pruneMessages({ messages: model, toolCalls: 'before-last-20-messages' }))
const trim = await timed(() =>
  trimMessages(chain, {
    maxTokens: 20_000,
    strategy: 'last',
    startOn: 'human',
    tokenCounter: (list) => list.reduce((sum, one) => sum + one.text.length / 4, 0),
  }),
)
await pack.close()
await rm(dir, { recursive: true })
console.log(`log sync of ${SIZE} messages, the first time | ${sync.toFixed(1)} ms`)
console.log(`prepare() with two new messages at ${SIZE} | ${ours.toFixed(2)} ms`)
console.log(`append(), durable on disk | ${append.toFixed(2)} ms`)
console.log(`AI SDK pruneMessages on the same | ${prune.toFixed(2)} ms, ours ${(ours / prune).toFixed(2)} ×`)
console.log(`LangChain trimMessages on the same | ${trim.toFixed(2)} ms, ours ${(ours / trim).toFixed(2)} ×`)

async function timedOnce(work: () => unknown): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}
