import { spawn, type ChildProcess } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { createDaypack } from 'daypack'
import { startProvider, type ProviderRecord } from 'daypack-testing'
import { withSocket } from '../../../daypack-testing/test/socket.ts'
import { proxyAddress } from '../load/proxy-address.ts'
import type { GatewayStatus } from 'daypack-gateway'
import { bareEnvironment } from '../environment.ts'
import { programOf, type Agent, type Place } from './agents.ts'
import { pointersIn } from './pointers.ts'
import { asksSummary, FINAL, hasTools, task } from './script.ts'

export type Outcome = {
  readonly agent: string
  readonly isDone: boolean
  readonly steps: number
  readonly requests: number
  readonly refused: readonly string[]
  readonly asides: readonly string[]
  /** What the agent asked the provider when it compacted by itself. */
  readonly summaries: readonly Summary[]
  /** Summaries that the logs hold. */
  readonly notes: number
  readonly epochs: number
  /** Share of what was sent that came from the provider's cache. */
  readonly cached: number
  /** In plain input tokens. */
  readonly cost: number
  /** What the proxy's status says it would have cost with the agent's own compaction, as a multiple of what it did cost. */
  readonly own: number
  /** The same without any compaction, in a window that never ends. */
  readonly raw: number
  /** The most tokens of one request. */
  readonly largest: number
  /** The share of the window that is not kept free for answers, in the session that kept most. */
  readonly usable: number
  /** The fewest rules of the project in a request of the main conversation. */
  readonly rules: number
  /** Requests that lack a part of the newest output. */
  readonly unseen: readonly string[]
  /** How often requests say where to read on, and what of that leads nowhere. */
  readonly pointers: number
  readonly dead: readonly string[]
  /** Raw output of the steps in tokens, as multiples of the window. */
  readonly windows: number
  readonly sessions: readonly string[]
  /** What the logs say, message by message, by session. */
  readonly logs: Readonly<Record<string, readonly string[]>>
  /** A sub-agent of its own took a piece of the work. */
  readonly isDelegated: boolean
  readonly problems: readonly string[]
  readonly output: string
  readonly seconds: number
}

export type Summary = {
  readonly path: string
  readonly status: number
  /** As it was sent, and the share of it that came from the provider's cache. */
  readonly tokens: number
  readonly cached: number
}

export type RunOptions = {
  /** Without the proxy, against a provider whose window never ends. */
  readonly isDirect?: boolean
  /** Sixty; where they are fewer, each has more lines. */
  readonly steps?: number
  /** What the provider takes, and what the proxy is told, where that is not what the agent's model has. */
  readonly window?: number
  /** Lines of output of each step. */
  readonly lines?: number
  /** Rules in the file of instructions that the agent reads. */
  readonly rules?: number
  readonly withFaults?: boolean
  /** No piece of it goes to a sub-agent. */
  readonly isAlone?: boolean
  /** What goes wrong, apart from what the provider does. */
  readonly trouble?: Trouble
}

/** What can be done to a run while it lasts. */
export type Scene = {
  readonly folder: string
  readonly window: number
  readonly upstream: string
  place: Place
  proxy: Proxy
  /** Another one that runs at the same time. */
  beside?: Proxy
}

export type Trouble = {
  /** Before the proxy starts. */
  readonly before?: (scene: Pick<Scene, 'folder' | 'upstream'>) => Promise<Partial<ProxyOptions>>
  /** Once, in the middle, while the agent waits for an answer; true: that answer is lost. */
  readonly during?: (scene: Scene) => Promise<boolean>
  /** The agent is stopped in the middle, and goes on after this. */
  readonly between?: (scene: Scene) => Promise<void>
  /** What it is told before it goes on. */
  readonly says?: readonly string[]
  readonly goOn?: Agent['goOn']
  readonly after?: (scene: Pick<Scene, 'folder'>) => void
}

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url))
/** Longer than any run of an agent takes; a million tokens are 750 turns. */
const MOST_MS = 7_200_000
const PRICE = { cacheRead: 0.1, cacheWrite: 1.25, output: 5 }

/** One agent through the whole task: overloads, cut answers, stopped in the middle, taken up again. */
export async function runTask(agent: Agent, options: RunOptions = {}): Promise<Outcome> {
  const { isDirect = false, withFaults = true, trouble } = options
  const window = options.window ?? agent.window
  const steps = agent.cuts && options.lines === undefined ? 60 : (options.steps ?? 60)
  const lines = options.lines ?? Math.ceil((agent.lines * 60) / steps)
  const folder = mkdtempSync(path.join(tmpdir(), 'daypack-client-'))
  const began = performance.now()
  const { script, seen } = task({
    steps,
    lines,
    overloaded: withFaults ? [7, 23] : [],
    cut: withFaults ? [13] : [],
    ...((withFaults || trouble?.between || trouble?.says) && { stalled: Math.floor(steps / 2) }),
    ...(agent.delegates && !options.isAlone && { delegates: agent.delegates }),
  })
  let isTroubled = trouble?.during === undefined
  let pointers = 0
  const dead = new Set<string>()
  const provider = await startProvider({
    async script(call) {
      const found = pointersIn(call.body, path.join(folder, 'pack'))
      pointers += found.told
      for (const one of found.dead) dead.add(one)
      if (isTroubled || !scene || seen.step < steps / 2) return script(call)
      isTroubled = true
      return (await trouble?.during?.(scene)) ? { text: '', fault: { kind: 'cut', after: 0 } } : script(call)
    },
    window: options.window ?? (isDirect ? 10_000_000 : agent.window),
    websocket: withSocket,
  })
  const told = (await trouble?.before?.({ folder, upstream: provider.url })) ?? {}
  const upstream = told.upstream ?? provider.url
  const proxy = isDirect ? undefined : await startProxy(folder, upstream, window, 0, told)
  const place: Place = {
    home: path.join(folder, 'home'),
    work: path.join(folder, 'work'),
    url: proxy?.url ?? provider.url,
    port: await freePort(),
    window,
  }
  const scene: Scene | undefined = proxy && { folder, window, upstream, place, proxy }
  let beside: ChildProcess | undefined
  try {
    makePlace(place, options.rules ?? 0)
    agent.setUp?.(place)
    beside = agent.beside && (await startBeside(agent, agent.beside(place), place))
    let output = await runAgent(agent, agent.start('Do all the steps of the task.', place), place, () => seen.isStalled)
    // Taken up again after it was stopped; some also give up when an answer breaks off.
    for (let times = 0; times < 3 && !output.includes(FINAL); times++) {
      const wasStalled = seen.isStalled
      if (scene) await trouble?.between?.(scene)
      const at = scene?.place ?? place
      for (const said of times === 0 ? (trouble?.says ?? []) : [])
        output += await runAgent(agent, agent.goOn(said, at), at)
      const words = (trouble?.goOn ?? agent.goOn)('Go on with the task.', at)
      output += await runAgent(agent, words, at, () => seen.isStalled && !wasStalled)
    }
    const status = await scene?.proxy.status()
    await scene?.proxy.stop()
    return {
      agent: agent.name,
      isDone: output.includes(FINAL),
      steps: seen.step,
      ...figures(provider.requests),
      asides: seen.asideTexts,
      epochs: status ? total(status, 'epochs') : 0,
      windows: (seen.step * lines * 66) / 4 / window,
      sessions: status?.sessions.map((one) => one.session) ?? [],
      ...(isDirect ? { logs: {}, notes: 0 } : await logsIn(path.join(folder, 'pack'))),
      isDelegated: seen.isDelegated,
      usable: 1 - Math.max(0, ...(status?.sessions ?? []).map((one) => one.reserve / one.window)),
      rules: Math.min(...seen.rules),
      unseen: seen.unseen,
      pointers,
      dead: [...dead],
      own: status ? total(status, 'own') / total(status, 'cost') : 0,
      raw: status ? total(status, 'unmanaged') / total(status, 'cost') : 0,
      problems: status?.problems ?? [],
      output,
      seconds: Math.round((performance.now() - began) / 1000),
    }
  } finally {
    if (beside) kill(beside, 'SIGKILL')
    await proxy?.stop()
    await scene?.proxy.stop()
    await scene?.beside?.stop()
    trouble?.after?.({ folder })
    await provider.close()
    if (process.env['KEEP']) {
      console.error(folder)
      writeFileSync(path.join(folder, 'requests.jsonl'), provider.requests.map((one) => JSON.stringify(one)).join('\n'))
    }
    if (!process.env['KEEP']) rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** What the provider saw and billed. */
function figures(
  requests: readonly ProviderRecord[],
): Pick<Outcome, 'requests' | 'refused' | 'cached' | 'cost' | 'largest' | 'summaries'> {
  const billed = requests.flatMap((request) => (request.billed ? [request.billed] : []))
  const sum = (pick: (bill: (typeof billed)[number]) => number) => billed.reduce((all, bill) => all + pick(bill), 0)
  const read = sum((bill) => bill.cacheRead)
  const fresh = sum((bill) => bill.input)
  const wrote = sum((bill) => bill.cacheWrite)
  return {
    requests: requests.length,
    largest: Math.max(0, ...requests.map(({ promptTokens }) => promptTokens)),
    // Of turns: what a client sends besides is its own affair and passes untouched.
    refused: requests
      .filter(({ status, body }) => status === 400 && hasTools(body))
      .map(({ violations }) => violations.join(' ')),
    summaries: requests
      .filter(({ path: at, body }) => at.endsWith('/compact') || asksSummary(body))
      .map(({ path: at, status, promptTokens, billed: bill }) => ({
        path: at,
        status,
        tokens: promptTokens,
        cached: (bill?.cacheRead ?? 0) / Math.max(1, promptTokens),
      })),
    cached: read / Math.max(1, read + fresh + wrote),
    cost: fresh + read * PRICE.cacheRead + wrote * PRICE.cacheWrite + sum((bill) => bill.output) * PRICE.output,
  }
}

function total({ sessions }: GatewayStatus, field: 'own' | 'unmanaged' | 'cost' | 'epochs'): number {
  return sessions.reduce((sum, one) => sum + one[field], 0)
}

/** Where agents read what holds for a project. */
const INSTRUCTIONS = ['CLAUDE.md', 'AGENTS.md', 'GEMINI.md', 'QWEN.md', '.goosehints']

function makePlace({ home, work }: Place, rules: number): void {
  mkdirSync(home, { recursive: true })
  mkdirSync(path.join(work, '.git'), { recursive: true })
  writeFileSync(path.join(work, 'README.md'), '# demo\n')
  if (rules === 0) return
  const lines = Array.from({ length: rules }, (_, n) => `- RULE-${n}: module ${n} keeps its public names stable.`)
  for (const name of INSTRUCTIONS) writeFileSync(path.join(work, name), `# Project rules\n${lines.join('\n')}\n`)
}

/** Runs the agent until it ends, or until it is to be stopped. */
export async function runAgent(
  agent: Agent,
  words: readonly string[],
  place: Place,
  stop?: () => boolean,
): Promise<string> {
  const child = started(agent, words, place)
  let output = ''
  child.stdout.on('data', (data: Buffer) => (output += data.toString()))
  child.stderr.on('data', (data: Buffer) => (output += data.toString()))
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const watch = setInterval(() => {
    if (stop?.()) kill(child, 'SIGTERM')
  }, 100)
  const limit = setTimeout(() => kill(child, 'SIGKILL'), MOST_MS)
  await ended
  clearInterval(watch)
  clearTimeout(limit)
  return output
}

/** A program of the agent, in a group of its own. */
function started(agent: Agent, words: readonly string[], place: Place) {
  const [command = '', ...first] = programOf(agent) ?? []
  const { home } = place
  return spawn(command, [...first, ...words], {
    cwd: place.work,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
    env: {
      ...bareEnvironment(),
      HOME: home,
      XDG_CONFIG_HOME: path.join(home, '.config'),
      XDG_DATA_HOME: path.join(home, '.local/share'),
      XDG_CACHE_HOME: path.join(home, '.cache'),
      XDG_STATE_HOME: path.join(home, '.local/state'),
      LANG: 'C.UTF-8',
      NO_COLOR: '1',
      ...agent.env(place),
    },
  })
}

/** What runs beside an agent, once it listens. */
async function startBeside(agent: Agent, words: readonly string[], place: Place): Promise<ChildProcess> {
  const child = started(agent, words, place)
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (said += data.toString()))
  for (let tries = 0; child.exitCode === null && tries < 1_200; tries++) {
    if (await isOpen(place.port)) return child
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  kill(child, 'SIGKILL')
  throw new Error(`what runs beside ${agent.name} does not listen: ${said.slice(-800)}`)
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket.destroy() !== undefined))
    socket.once('error', () => resolve(false))
  })
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** The agent and what it started. */
function kill(child: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, signal)
  } catch {
    // It is gone already.
  }
}

export type Proxy = {
  readonly url: string
  readonly pid: number
  status(): Promise<GatewayStatus>
  stop(): Promise<void>
  kill(): Promise<void>
}

export type ProxyOptions = {
  readonly upstream: string
  readonly env: Record<string, string>
  /** More words for its command. */
  readonly words: readonly string[]
}

/** `daypack proxy` as a process of its own. */
export async function startProxy(
  folder: string,
  upstream: string,
  window: number,
  port = 0,
  { env = {}, words = [] }: Partial<ProxyOptions> = {},
): Promise<Proxy> {
  const flags = ['--anthropic-url', upstream, '--openai-url', `${upstream}/v1`, '--gemini-url', upstream]
  const child = spawn(
    process.execPath,
    [
      '--conditions=daypack-source',
      MAIN,
      'proxy',
      '--port',
      String(port),
      '--window',
      String(window),
      '--dir',
      path.join(folder, 'pack'),
      ...flags,
      ...words,
    ],
    { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'], env: { ...bareEnvironment(), HOME: folder, ...env } },
  )
  const url = await proxyAddress(child)
  const end = (signal: NodeJS.Signals) =>
    new Promise<void>((resolve) => {
      if (child.exitCode !== null || child.signalCode !== null) return resolve()
      child.once('close', () => resolve())
      child.kill(signal)
    })
  return {
    url,
    pid: child.pid ?? 0,
    status: async () => (await (await fetch(`${url}/daypack/status`)).json()) as GatewayStatus,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  }
}

/** Every message of every session in a workspace, read back whole; and how many summaries of agents are kept there. */
/** What the logs of a workspace say, and how many summaries they hold. */
export async function logsIn(dir: string): Promise<{ logs: Record<string, string[]>; notes: number }> {
  const pack = await createDaypack({ dir, memory: false })
  try {
    const logs: Record<string, string[]> = {}
    let notes = 0
    for (const id of await pack.sessions()) {
      const said: string[] = (logs[id] = [])
      const session = await pack.session(id)
      notes += (await session.entries()).filter((entry) => entry.kind === 'mark' && entry.name === 'note').length
      for (const { message } of session.view.slots) {
        // Gemini CLI, taken up again after a broken answer, writes the same result twice into one content.
        const lines = new Set<string>()
        for (const block of message.blocks) {
          if (block.type === 'text') lines.add(`${message.role}: ${block.text}`)
          if (block.type === 'tool-result')
            lines.add(`result ${block.callId}: ${await session.readBack(block.content)}`)
        }
        said.push(...lines)
      }
    }
    return { logs, notes }
  } finally {
    await pack.close()
  }
}
