// What a proxy adds to the time to the first byte, in one run and from one client: nothing between, a bare pass-through, one
// that reads the body before it sends it, the gateway, and Portkey's gateway where it is installed
// (node scripts/clients.mjs install portkey).
//   node --conditions=daypack-source bench/gateway/main.ts [--requests 200] [--messages 10000] [--streams 200]
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, request as send, Agent, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { clientFile } from '../../scripts/clients.mjs'
import { proxyAddress } from '../../packages/cli/test/load/proxy-address.ts'

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '200' },
    messages: { type: 'string', default: '10000' },
    streams: { type: 'string', default: '200' },
  },
})
const REQUESTS = Number(values.requests)
/** Turns before it counts: a proxy is started once and runs for hours. */
const WARM = 200
const TURNS = 30
const root = path.join(import.meta.dirname, '..', '..')
const scratch = mkdtempSync(path.join(tmpdir(), 'daypack-gateway-bench-'))
const children: ChildProcess[] = []
const REPLY = 'It returns what the function before it returned.'
const agent = new Agent({ keepAlive: true, maxSockets: 1_000 })

type Way = {
  readonly name: string
  readonly url: string
  readonly headers: Record<string, string>
  /** The process it runs in, where that is its own. */
  readonly pid?: number | undefined
  /** It answers streams with status 500 here. */
  readonly isWholeOnly?: boolean
}

const provider = await listening(createServer(answer))
const ways: Way[] = [{ name: 'direct', url: provider, headers: {} }]
for (const [name, ...flags] of [['bare pass-through'], ['the same, body read first', '--whole']]) {
  const url = await started([path.join(import.meta.dirname, 'pass-through.ts'), provider, ...flags])
  ways.push({ name: name ?? '', url, headers: {}, pid: children.at(-1)?.pid })
}
ways.push({ name: 'daypack proxy', url: await daypack(), headers: {}, pid: children.at(-1)?.pid })
const portkey = await startPortkey()
if (portkey) ways.push(portkey)

try {
  console.log(`Load of this machine: ${loadavg()[0]?.toFixed(1)} on ${availableParallelism()} cores.\n`)
  await firstBytes(true)
  await firstBytes(false)
  await longSession()
  await together()
  await coldAndWarm()
} catch (error) {
  console.error(error)
} finally {
  for (const child of children) child.kill('SIGKILL')
  rmSync(scratch, { recursive: true, force: true })
  process.exit()
}

/** Turns of short sessions one after the other, the ways in turn so that all see the same machine. */
async function firstBytes(stream: boolean): Promise<void> {
  const able = ways.filter((way) => !stream || !way.isWholeOnly)
  const times = able.map((): number[] => [])
  let spent: number[] = []
  for (let n = 0; n < REQUESTS + WARM; n++) {
    if (n === WARM) spent = able.map(processor)
    const name = `${stream} ${Math.floor(n / 20)}`
    for (const [index, way] of able.entries()) {
      const { first } = await exchange(way, body(20 + 2 * (n % 20), name, stream), { 'x-daypack-session': name })
      if (n >= WARM) times[index]?.push(first)
    }
  }
  const base = median(times[0] ?? [])
  console.log(
    `Time to the first byte of ${stream ? 'a streamed' : 'an unstreamed'} answer, ${REQUESTS} turns in sessions of 20 to 60 messages:\n`,
  )
  const turns = able.map((way, index) => (processor(way) - (spent[index] ?? 0)) / REQUESTS)
  console.log('| path | p50 | p95 | added at p50 | CPU per turn |\n| --- | --- | --- | --- | --- |')
  for (const [index, way] of able.entries()) {
    const all = times[index] ?? []
    const added = index === 0 ? '' : ms(median(all) - base)
    console.log(
      `| ${way.name} | ${ms(median(all))} | ${ms(quantile(all, 0.95))} | ${added} | ${way.pid === undefined ? '' : ms(turns[index] ?? 0)} |`,
    )
  }
  compared(able.map((_, index) => median(times[index] ?? []) - base))
}

/** What ours adds, as a share of what Portkey's gateway adds. */
function compared(added: readonly number[]): void {
  const at = (name: string) => added[ways.findIndex((way) => way.name.startsWith(name))]
  const [ours, theirs] = [at('daypack'), at('Portkey')]
  console.log(ours && theirs ? `\n${((ours / theirs) * 100).toFixed(0)} % of what Portkey's gateway adds.\n` : '')
}

/** Processor time of a way's process so far, in milliseconds: unlike the clock, it does not see what else runs. */
function processor({ pid }: Way): number {
  if (pid === undefined || process.platform !== 'linux') return 0
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10
}

/** One session that grows: what is added must not grow with what was there before. */
async function longSession(): Promise<void> {
  const sizes = [10, 1_000, Number(values.messages)]
  console.log(
    `Added at p50 as one session grows (${TURNS} turns at each size, unstreamed answers; CPU time per turn in brackets):\n`,
  )
  console.log(
    `| path | ${sizes.map((size) => `${size} messages`).join(' | ')} |\n| --- |${' --- |'.repeat(sizes.length)}`,
  )
  const rows = ways.map((): string[] => [])
  const shares: number[][] = []
  for (const size of sizes) {
    const times = ways.map((): number[] => [])
    let spent: number[] = []
    for (let n = 0; n < TURNS + 3; n++) {
      if (n === 3) spent = ways.map(processor)
      const text = body(size + 2 * n, 'long', false)
      for (const [index, way] of ways.entries()) {
        const { first } = await exchange(way, text, { 'x-daypack-session': 'long' })
        if (n >= 3) times[index]?.push(first)
      }
    }
    const base = median(times[0] ?? [])
    shares.push(ways.map((_, index) => median(times[index] ?? []) - base))
    for (const [index, way] of ways.entries()) {
      const used = way.pid === undefined ? '' : ` (${ms((processor(way) - (spent[index] ?? 0)) / TURNS)})`
      rows[index]?.push(`${ms(median(times[index] ?? []) - (index === 0 ? 0 : base))}${used}`)
    }
  }
  for (const [index, way] of ways.entries()) console.log(`| ${way.name} | ${rows[index]?.join(' | ')} |`)
  for (const added of shares) compared(added)
}

/** Many streams at once: all must be whole. In sessions that are new, then in the same ones a turn later. */
async function together(): Promise<void> {
  const streams = Number(values.streams)
  for (const size of [20, 1_000]) {
    console.log(`\n${streams} streams at once, of ${size} messages each:\n`)
    console.log('| path | completed | new: first byte p50 | p95 | a turn later: first byte p50 | p95 |')
    console.log('| --- | --- | --- | --- | --- | --- |')
    for (const way of ways.filter((one) => !one.isWholeOnly)) {
      const cells: string[] = []
      let whole = 0
      for (const more of [0, 2, 4]) {
        const bodies = Array.from({ length: streams }, (_, n) => body(size + more, `many ${size} ${n}`, true))
        const all = await Promise.all(
          bodies.map((text, n) => exchange(way, text, { 'x-daypack-session': `many-${size}-${n}` })),
        )
        whole += all.filter(({ text }) => text.includes('[DONE]')).length
        const first = all.map((one) => one.first)
        if (more !== 2) cells.push(ms(median(first)), ms(quantile(first, 0.95)))
        await settled(way)
      }
      console.log(`| ${way.name} | ${whole} | ${cells.join(' | ')} |`)
    }
  }
}

/** The first request of a long session beside its later ones, by a proxy that has not seen it and by one that has. */
async function coldAndWarm(): Promise<void> {
  const size = Number(values.messages)
  console.log(
    `\nFirst byte of a session of ${size} messages:\n\n| path | first request | later, p50 |\n| --- | --- | --- |`,
  )
  for (const way of ways) {
    const cold: number[] = []
    const warm: number[] = []
    for (let session = 0; session < 3; session++) {
      for (let turn = 0; turn < 8; turn++) {
        const headers = { 'x-daypack-session': `cold-${session}` }
        const { first } = await exchange(way, body(size + 2 * turn, `cold ${session}`, false), headers)
        if (turn === 0) cold.push(first)
        else if (turn > 1) warm.push(first)
        await settled(way)
      }
    }
    console.log(`| ${way.name} | ${ms(median(cold))} | ${ms(median(warm))} |`)
  }
}

/** What a way still does for the turn before is no part of the next one: real agents think between two turns. */
async function settled(way: Way): Promise<void> {
  for (let spent = -1, looks = 0; spent !== processor(way) && looks < 100; looks++) {
    spent = processor(way)
    await new Promise((resolve) => setTimeout(resolve, 150))
  }
}

function body(messages: number, name: string, stream: boolean): string {
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

function exchange(way: Way, text: string, headers: Record<string, string>): Promise<{ first: number; text: string }> {
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
        let said = ''
        incoming.on('data', (data: Buffer) => {
          first ||= performance.now() - began
          said += data.toString()
        })
        incoming.on('end', () =>
          incoming.statusCode === 200
            ? resolve({ first, text: said })
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

function daypack(): Promise<string> {
  const main = path.join(root, 'packages', 'cli', 'src', 'main.ts')
  const flags = ['proxy', '--port', '0', '--dir', path.join(scratch, 'pack'), '--openai-url', `${provider}/v1`]
  return started(['--conditions=daypack-source', main, ...flags])
}

/** A program that says where it listens. */
function started(words: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, words, { cwd: scratch, stdio: ['ignore', 'ignore', 'pipe'] })
  children.push(child)
  return proxyAddress(child)
}

async function startPortkey(): Promise<Way | undefined> {
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

function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

function ms(value: number): string {
  return `${value.toFixed(2)} ms`
}
