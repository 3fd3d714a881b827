// One long task of each client's shape at each window: how often it is folded, how much is sent, what comes from the cache.
//   node --conditions=daypack-source bench/gateway/windows.ts [window …]
import { createDaypack } from 'daypack'
import { memoryDriver } from 'daypack/drivers'
import { createGateway } from 'daypack/hosts/gateway'
import { startProvider } from 'daypack-testing'

type JsonObject = Record<string, unknown>

/** A client as it was recorded: its wire, what goes with every request in tokens, and the output it asks for. */
type Shape = {
  readonly name: string
  readonly wire: 'anthropic' | 'chat' | 'responses'
  readonly headers: Readonly<Record<string, string>>
  readonly fixedTokens: number
  readonly maxOutput?: number
}

const SHAPES: readonly Shape[] = [
  {
    name: 'Claude Code',
    wire: 'anthropic',
    headers: { 'x-claude-code-session-id': 'c' },
    fixedTokens: 18_000,
    maxOutput: 32_000,
  },
  { name: 'pi Anthropic', wire: 'anthropic', headers: {}, fixedTokens: 2_500, maxOutput: 64_000 },
  { name: 'pi Chat', wire: 'chat', headers: {}, fixedTokens: 2_500, maxOutput: 32_000 },
  { name: 'Qwen Code', wire: 'chat', headers: {}, fixedTokens: 12_000, maxOutput: 8_192 },
  { name: 'OpenCode', wire: 'chat', headers: { 'x-session-id': 'o' }, fixedTokens: 9_000, maxOutput: 32_000 },
  { name: 'Codex', wire: 'responses', headers: { 'thread-id': 't' }, fixedTokens: 8_000 },
]

const WINDOWS = [32_000, 64_000, 128_000, 200_000, 1_000_000]
/** Output of all steps, in windows, and of one step in tokens. */
const TIMES = 3
const MOST_STEPS = 260

const PATHS = { anthropic: '/v1/messages', chat: '/v1/chat/completions', responses: '/v1/responses' }

const wanted = process.argv.slice(2).map(Number)
console.log('| client | window | turns | epochs | largest sent | of the window | from cache | refused |')
console.log('| --- | --- | --- | --- | --- | --- | --- | --- |')
for (const window of wanted.length > 0 ? wanted : WINDOWS)
  for (const shape of SHAPES) console.log(await row(shape, window))

async function row(shape: Shape, window: number): Promise<string> {
  const stepTokens = Math.max(1_500, Math.ceil((window * TIMES) / MOST_STEPS))
  const steps = Math.min(MOST_STEPS, Math.ceil((window * TIMES) / stepTokens))
  const provider = await startProvider({
    window,
    script: ({ index }) => ({
      text: `Step ${index}: ${'what I found is told in a few words here. '.repeat(4)}`,
      calls: [{ tool: 'read', input: { path: `/src/file-${index}.ts` } }],
    }),
  })
  const pack = await createDaypack({ driver: memoryDriver({ now: Date.now }), memory: false, window: 1_000_000 })
  const upstreams = {
    anthropic: provider.url,
    'openai-chat': `${provider.url}/v1`,
    'openai-responses': `${provider.url}/v1`,
  }
  const gateway = createGateway({ pack, upstreams, window })
  const list: JsonObject[] = [opening(shape)]
  for (let n = 0; n < steps; n++) {
    const body = JSON.stringify(requestOf(shape, list))
    const url = `http://127.0.0.1${PATHS[shape.wire]}`
    const answer = await gateway.handle({
      method: 'POST',
      url,
      headers: { host: '127.0.0.1', authorization: 'Bearer k', ...shape.headers },
      body: Buffer.from(body),
      signal: new AbortController().signal,
    })
    let text = ''
    for await (const piece of answer.body ?? []) text += Buffer.from(piece).toString()
    if (answer.status === 200) list.push(...told(shape, JSON.parse(text) as JsonObject, result(n, stepTokens)))
  }
  const [status] = (await gateway.status()).sessions
  await pack.close()
  await provider.close()
  const largest = Math.max(...provider.requests.map((request) => request.promptTokens))
  const refused = provider.requests.filter((request) => request.status !== 200).length
  const share = (value: number) => `${(value * 100).toFixed(1)} %`
  return `| ${[shape.name, window, steps, status?.epochs, largest, share(largest / window), share(status?.cached ?? 0), refused].join(' | ')} |`
}

function fixed({ fixedTokens }: Shape): string {
  return Array.from({ length: Math.ceil(fixedTokens / 10) }, (_, n) => `Rule ${n} of this house is kept by all.`).join(
    '\n',
  )
}

function opening({ wire }: Shape): JsonObject {
  const content = 'Read all the files of this project and tell me what is wrong in them.'
  return wire === 'responses'
    ? { type: 'message', role: 'user', content: [{ type: 'input_text', text: content }] }
    : { role: 'user', content }
}

function requestOf(shape: Shape, list: readonly JsonObject[]): JsonObject {
  const { wire, maxOutput } = shape
  const schema = { type: 'object', properties: { path: { type: 'string' } } }
  if (wire === 'anthropic')
    return {
      model: 'claude-sonnet-4-5',
      max_tokens: maxOutput,
      cache_control: { type: 'ephemeral' },
      system: [{ type: 'text', text: fixed(shape) }],
      tools: [{ name: 'read', input_schema: schema }],
      messages: list,
    }
  if (wire === 'chat')
    return {
      model: 'local-model',
      max_tokens: maxOutput,
      tools: [{ type: 'function', function: { name: 'read', parameters: schema } }],
      messages: [{ role: 'system', content: fixed(shape) }, ...list],
    }
  return {
    model: 'gpt-5',
    store: false,
    instructions: fixed(shape),
    tools: [{ type: 'function', name: 'read', parameters: schema, strict: false }],
    input: list,
  }
}

function told({ wire }: Shape, reply: JsonObject, content: string): JsonObject[] {
  if (wire === 'anthropic') {
    const blocks = reply['content'] as JsonObject[]
    const id = blocks.find((block) => block['type'] === 'tool_use')?.['id']
    return [
      { role: 'assistant', content: blocks },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content }] },
    ]
  }
  if (wire === 'chat') {
    const message = (reply['choices'] as { message: JsonObject }[])[0]?.message ?? {}
    const [call] = message['tool_calls'] as JsonObject[]
    return [message, { role: 'tool', tool_call_id: call?.['id'], content }]
  }
  const output = reply['output'] as JsonObject[]
  const call = output.find((item) => item['type'] === 'function_call')
  return [...output, { type: 'function_call_output', call_id: call?.['call_id'], output: content }]
}

/** A file of about so many tokens. */
function result(n: number, tokens: number): string {
  return Array.from(
    { length: Math.ceil(tokens / 15) },
    (_, line) => `${line + 1}: export const value${line} = compute(${n}, ${line * 7}) // of file-${n}`,
  ).join('\n')
}
