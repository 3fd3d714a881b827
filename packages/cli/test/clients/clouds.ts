// Real agents with the settings of a cloud behind the proxy, and an upstream that packs its answers: prints the lines of docs/gateway.md.
//   node scripts/clients.mjs install claude codex
//   node --conditions=daypack-source packages/cli/test/clients/clouds.ts [what …]
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { crc32, gzipSync } from 'node:zlib'
import { AGENTS, NIGHTLY, programOf, type Agent } from './agents.ts'
import { runTask } from './harness.ts'

const TASK = { window: 64_000, steps: 30, lines: 105, withFaults: false, isAlone: true }

/** What stands before the scripted provider: another path, fields of the body, and the form of an answer. */
type Front = {
  readonly name: string
  readonly to: (path: string, body: Record<string, unknown>) => { path: string; body: Record<string, unknown> }
  readonly answer?: (bytes: Buffer, isStream: boolean) => { bytes: Buffer; headers: Record<string, string> }
}

type Try = { readonly what: string; readonly agent: string; readonly front: Front; readonly change: Change }
type Change = { readonly env?: (url: string) => Record<string, string>; readonly words?: (url: string) => string[] }

const VERTEX: Front = {
  name: 'vertex',
  to(path, body) {
    const [, model = '', verb = ''] = /models\/([^/:]+):(\w+)/.exec(path) ?? []
    const isCount = model === 'count-tokens'
    return {
      path: isCount ? '/v1/messages/count_tokens' : '/v1/messages',
      body: {
        ...plain(body),
        ...(!isCount && { model: named(model) }),
        ...(verb === 'streamRawPredict' && { stream: true }),
      },
    }
  },
}

const BEDROCK: Front = {
  name: 'bedrock',
  to(path, body) {
    const [, model = '', verb = ''] = /\/model\/([^/]+)\/([\w-]+)/.exec(path) ?? []
    const isStream = verb === 'invoke-with-response-stream'
    return { path: '/v1/messages', body: { ...plain(body), model: named(decodeURIComponent(model)), stream: isStream } }
  },
  answer(bytes, isStream) {
    if (!isStream) return { bytes, headers: { 'content-type': 'application/json' } }
    const events = [...bytes.toString().matchAll(/^data: (.*)$/gm)].map(([, event = '']) => frame(event))
    return { bytes: Buffer.concat(events), headers: { 'content-type': 'application/vnd.amazon.eventstream' } }
  },
}

const AZURE: Front = {
  name: 'azure',
  to: (path, body) => ({
    path: `/v1/${/(responses|chat\/completions)(\/compact)?(?=\?|$)/.exec(path)?.[0] ?? ''}`,
    body,
  }),
}

const PACKING: Front = {
  name: 'packing',
  to: (path, body) => ({ path: path.split('?')[0] ?? path, body }),
  answer: (bytes, isStream) => ({
    bytes: gzipSync(bytes),
    headers: { 'content-encoding': 'gzip', 'content-type': isStream ? 'text/event-stream' : 'application/json' },
  }),
}

const TRIES: readonly Try[] = [
  {
    what: "Claude Code with Vertex's settings",
    agent: 'Claude Code',
    front: VERTEX,
    change: {
      env: (url) => ({
        CLAUDE_CODE_USE_VERTEX: '1',
        CLAUDE_CODE_SKIP_VERTEX_AUTH: '1',
        ANTHROPIC_VERTEX_PROJECT_ID: 'p',
        CLOUD_ML_REGION: 'us-east5',
        ANTHROPIC_VERTEX_BASE_URL: `${url}/to/vertex`,
      }),
    },
  },
  {
    what: "Claude Code with Bedrock's settings",
    agent: 'Claude Code',
    front: BEDROCK,
    change: {
      env: (url) => ({
        CLAUDE_CODE_USE_BEDROCK: '1',
        AWS_BEARER_TOKEN_BEDROCK: 'fake',
        AWS_REGION: 'us-east-1',
        ANTHROPIC_BEDROCK_BASE_URL: `${url}/to/bedrock`,
      }),
    },
  },
  {
    what: "Codex with Azure's settings",
    agent: 'Codex HTTP',
    front: AZURE,
    change: {
      words: (url) => [
        '-c',
        'model_provider=az',
        '-c',
        `model_providers.az={name="Azure",base_url="${url}/to/azure/openai",env_key="OPENAI_API_KEY",wire_api="responses",query_params={api-version="2025-04-01-preview"}}`,
      ],
    },
  },
  {
    what: 'Claude Code with a bearer token in place of a key',
    agent: 'Claude Code',
    front: { name: 'bearer', to: PACKING.to },
    change: { env: () => ({ ANTHROPIC_AUTH_TOKEN: 'fake-token', ANTHROPIC_API_KEY: '' }) },
  },
  { what: 'Claude Code, answers packed by upstream', agent: 'Claude Code', front: PACKING, change: {} },
  { what: 'Codex, answers packed by upstream', agent: 'Codex HTTP', front: PACKING, change: {} },
  { what: 'Gemini CLI, answers packed by upstream', agent: 'Gemini CLI', front: PACKING, change: {} },
  { what: 'OpenCode, answers packed by upstream', agent: 'OpenCode', front: PACKING, change: {} },
]

/** Clouds name models in their own way. */
function named(model: string): string {
  return /claude-[a-z]+-\d+(?:-\d+)?(?!\d)/.exec(model)?.[0] ?? model
}

function plain({
  anthropic_version: _,
  anthropic_beta: __,
  ...body
}: Record<string, unknown>): Record<string, unknown> {
  return body
}

/** One event as Amazon frames it, with both checksums. */
function frame(event: string): Buffer {
  const header = (name: string, value: string) =>
    Buffer.concat([
      Buffer.from([name.length]),
      Buffer.from(name),
      Buffer.from([7, 0, value.length]),
      Buffer.from(value),
    ])
  const headers = Buffer.concat([
    header(':event-type', 'chunk'),
    header(':content-type', 'application/json'),
    header(':message-type', 'event'),
  ])
  const payload = Buffer.from(JSON.stringify({ bytes: Buffer.from(event).toString('base64') }))
  const head = Buffer.alloc(12)
  head.writeUInt32BE(16 + headers.length + payload.length, 0)
  head.writeUInt32BE(headers.length, 4)
  head.writeUInt32BE(crc32(head.subarray(0, 8)), 8)
  const whole = Buffer.concat([head, headers, payload])
  const tail = Buffer.alloc(4)
  tail.writeUInt32BE(crc32(whole))
  return Buffer.concat([whole, tail])
}

async function startFront({ to, answer }: Front, upstream: string) {
  const server = createServer((incoming, outgoing) => {
    answered(incoming).then(
      ({ status, headers, bytes }) => outgoing.writeHead(status, headers).end(bytes),
      (error: unknown) => outgoing.writeHead(500).end(String(error)),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() }

  async function answered(incoming: IncomingMessage) {
    const text = await read(incoming)
    const { path, body } = to(incoming.url ?? '', text === '' ? {} : (JSON.parse(text) as Record<string, unknown>))
    const { host: _, 'content-length': __, ...headers } = incoming.headers
    const reply = await fetch(`${upstream}${path}`, {
      method: incoming.method ?? 'POST',
      headers: headers as Record<string, string>,
      ...(incoming.method === 'POST' && { body: JSON.stringify(body) }),
    })
    const { status } = reply
    const bytes = Buffer.from(await reply.arrayBuffer())
    const type = reply.headers.get('content-type') ?? 'application/json'
    const made = reply.ok && answer?.(bytes, type.includes('event-stream'))
    return { status, ...(made || { bytes, headers: { 'content-type': type } }) }
  }
}

async function read(incoming: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of incoming) pieces.push(piece as Buffer)
  return Buffer.concat(pieces).toString()
}

async function tried({ agent: name, front, change }: Try): Promise<string> {
  const agent = [...AGENTS, ...NIGHTLY].find((one) => one.name === name)
  if (!agent || !programOf(agent)) return `not installed: node scripts/clients.mjs install ${agent?.program}`
  const { words } = change
  const told: Agent = {
    ...agent,
    env: (place) => ({ ...agent.env(place), ...change.env?.(place.url) }),
    ...(words && {
      start: (prompt, place) => [
        'exec',
        '--skip-git-repo-check',
        ...words(place.url),
        '-s',
        'danger-full-access',
        prompt,
      ],
    }),
  }
  let close: (() => void) | undefined
  const one = await runTask(told, {
    ...TASK,
    trouble: {
      async before({ upstream }) {
        const made = await startFront(front, upstream)
        close = made.close
        return { upstream: made.url, words: ['--upstream', `${front.name}=${made.url}`] }
      },
      after: () => close?.(),
    },
  })
  for (const line of one.isDone ? one.problems : [...one.problems, one.output.slice(-800)])
    console.error(line.slice(0, 800))
  const done = one.isDone ? 'finished' : `NOT FINISHED at step ${one.steps}`
  return `${done}, ${one.requests} requests, ${one.refused.length} rejected, ${one.epochs} epochs, ${(one.cached * 100).toFixed(0)} % from cache`
}

const wanted = process.argv.slice(2)
for (const one of TRIES) {
  if (wanted.length > 0 && !wanted.some((word) => one.what.includes(word))) continue
  console.log(`| ${one.what} | ${await tried(one)} |`)
}
