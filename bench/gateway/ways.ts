// The ways from a client to one scripted provider, side by side: nothing between, a bare pass-through, one that reads the body
// before it sends it, the gateway, and Portkey's gateway where it is installed (node scripts/clients.mjs install portkey).
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, request as send, Agent, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { clientFile } from '../../scripts/clients.mjs'
import { proxyAddress } from '../../packages/cli/test/load/proxy-address.ts'

const root = path.join(import.meta.dirname, '..', '..')
const scratch = mkdtempSync(path.join(tmpdir(), 'daypack-gateway-bench-'))
const children: ChildProcess[] = []
const REPLY = 'It returns what the function before it returned.'
const agent = new Agent({ keepAlive: true, maxSockets: 1_000 })
const provider = await listening(createServer(answer))

export type Way = {
  readonly name: string
  readonly url: string
  readonly headers: Record<string, string>
  /** The process it runs in, where that is its own. */
  readonly pid?: number | undefined
  /** What its last full collection of garbage left, in MB; of a process that tells of each. */
  readonly live?: () => number | undefined
  /** It answers streams with status 500 here. */
  readonly isWholeOnly?: boolean
}

/** Runs a programme and ends every process it started. */
export async function measured(work: () => Promise<void>): Promise<never> {
  try {
    console.log(`Load of this machine: ${loadavg()[0]?.toFixed(1)} on ${availableParallelism()} cores.\n`)
    await work()
  } catch (error) {
    console.error(error)
    process.exitCode = 1
  }
  for (const child of children) child.kill('SIGKILL')
  rmSync(scratch, { recursive: true, force: true })
  process.exit()
}

export const direct: Way = { name: 'direct', url: provider, headers: {} }

export async function passThrough(name = 'bare pass-through', ...flags: readonly string[]): Promise<Way> {
  return started(name, [path.join(import.meta.dirname, 'pass-through.ts'), provider, ...flags])
}

/** A proxy of its own, with a folder of its own. */
export async function daypack(
  name = 'daypack proxy',
  flags: readonly string[] = [],
  ofNode: readonly string[] = [],
): Promise<Way> {
  const main = path.join(root, 'packages', 'cli', 'src', 'main.ts')
  const dir = path.join(scratch, `pack-${children.length}`)
  const own = ['proxy', '--port', '0', '--dir', dir, '--openai-url', `${provider}/v1`, ...flags]
  return started(name, [...ofNode, '--conditions=daypack-source', main, ...own])
}

async function started(name: string, words: readonly string[]): Promise<Way> {
  const child = spawn(process.execPath, words, { cwd: scratch, stdio: ['ignore', 'pipe', 'pipe'] })
  children.push(child)
  let live: number | undefined
  child.stdout.on('data', (data: Buffer) => {
    const left = [...data.toString().matchAll(/Mark-Compact.*? -> ([\d.]+) /g)].at(-1)?.[1]
    if (left !== undefined) live = Number(left)
  })
  return { name, url: await proxyAddress(child), headers: {}, pid: child.pid, live: () => live }
}

/** Processor time of a way's process so far, in milliseconds: unlike the clock, it does not see what else runs. */
export function processor({ pid }: Way): number {
  if (pid === undefined || process.platform !== 'linux') return 0
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10
}

/** The same of its main thread alone, to the microsecond: what answers have to wait for. */
export function mainThread({ pid }: Way): number {
  if (pid === undefined || process.platform !== 'linux') return 0
  return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6
}

/** Memory of a way's process, in MB. */
export function resident({ pid }: Way): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
}

/** Real agents think between two turns: until a way has done what it does for the turn before. */
export async function settled(way: Way): Promise<void> {
  let spent = -1
  // On a busy machine it may not have had its turn for a while.
  for (let looks = 0, same = 0; same < 4 && looks < 400; looks++) {
    same = spent === processor(way) ? same + 1 : 0
    spent = processor(way)
    await new Promise((resolve) => setTimeout(resolve, 150))
  }
}

export function body(messages: number, name: string, stream: boolean): string {
  const list: object[] = [{ role: 'system', content: 'You are an agent.' }]
  for (let n = 0; n < messages / 2; n++) {
    if (n > 0) list.push({ role: 'assistant', content: REPLY })
    list.push({
      role: 'user',
      content: `${name}: question ${n} about src/module-${n}.ts and what line ${n * 7} calls twice`,
    })
  }
  const tools = [{ type: 'function', function: { name: 'read', parameters: { type: 'object', properties: {} } } }]
  return JSON.stringify({ model: 'gpt-4.1', stream, tools, messages: list })
}

/** `cpu`: what its main thread had used when the first byte came. */
type Exchanged = { readonly first: number; readonly cpu: number; readonly text: string }

export function exchange(way: Way, text: string, headers: Record<string, string>): Promise<Exchanged> {
  return new Promise((resolve, reject) => {
    const began = performance.now()
    const outgoing = send(
      `${way.url}/v1/chat/completions`,
      {
        method: 'POST',
        agent,
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(text),
          authorization: 'Bearer sk-fake',
          ...way.headers,
          ...headers,
        },
      },
      (incoming) => {
        let first = 0
        let cpu = 0
        let said = ''
        incoming.on('data', (data: Buffer) => {
          if (first === 0) {
            first = performance.now() - began
            cpu = mainThread(way)
          }
          said += data.toString()
        })
        incoming.on('end', () =>
          incoming.statusCode === 200
            ? resolve({ first, cpu, text: said })
            : reject(new Error(`${way.name}: ${incoming.statusCode} ${said.slice(0, 300)}`)),
        )
      },
    )
    outgoing.on('error', reject)
    outgoing.end(text)
  })
}

/** A provider that answers at once, as a short stream or whole. */
function answer(...[incoming, outgoing]: Parameters<Parameters<typeof createServer>[1] & {}>): void {
  const pieces: Buffer[] = []
  incoming.on('data', (data: Buffer) => pieces.push(data))
  incoming.on('end', () => {
    const head = { id: 'c1', created: 1, model: 'gpt-4.1' }
    if (!Buffer.concat(pieces).subarray(0, 200).includes('"stream":true')) {
      const message = { role: 'assistant', content: REPLY }
      const usage = { prompt_tokens: 10, completion_tokens: 10, total_tokens: 20 }
      outgoing.writeHead(200, { 'content-type': 'application/json' })
      return void outgoing.end(
        JSON.stringify({
          ...head,
          object: 'chat.completion',
          choices: [{ index: 0, message, finish_reason: 'stop' }],
          usage,
        }),
      )
    }
    const chunk = (delta: object, finish: string | null) => {
      const choices = [{ index: 0, delta, finish_reason: finish }]
      return `data: ${JSON.stringify({ ...head, object: 'chat.completion.chunk', choices })}\n\n`
    }
    outgoing.writeHead(200, { 'content-type': 'text/event-stream' })
    outgoing.write(chunk({ role: 'assistant', content: REPLY }, null))
    outgoing.end(`${chunk({}, 'stop')}data: [DONE]\n\n`)
  })
}

async function listening(server: Server): Promise<string> {
  server.keepAliveTimeout = 600_000
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

export async function startPortkey(): Promise<Way | undefined> {
  const file = clientFile('portkey')
  if (!file) {
    console.log('Portkey is not installed: node scripts/clients.mjs install portkey\n')
    return undefined
  }
  const probe = createServer()
  const port = new URL(await listening(probe)).port
  probe.close()
  children.push(spawn(process.execPath, [file, `--port=${port}`, '--headless'], { cwd: scratch, stdio: 'ignore' }))
  const way: Way = {
    name: 'Portkey gateway',
    url: `http://127.0.0.1:${port}`,
    pid: children.at(-1)?.pid,
    headers: { 'x-portkey-provider': 'openai', 'x-portkey-custom-host': `${provider}/v1` },
  }
  for (let tries = 0; tries < 50; tries++) {
    try {
      await exchange(way, body(2, 'probe', false), {})
      const streams = await exchange(way, body(2, 'probe', true), {}).catch(() => undefined)
      return { ...way, isWholeOnly: streams === undefined }
    } catch (error) {
      if (tries === 49) console.log(`Portkey did not answer: ${String(error)}\n`)
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
  }
  return undefined
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

export function ms(value: number): string {
  return `${value.toFixed(2)} ms`
}
