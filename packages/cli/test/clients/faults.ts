// What breaks around the proxy, one thing at a time, while a real agent works through a task: prints the table of docs/benchmarks/gateway.md.
//   node scripts/clients.mjs install claude codex pi opencode
//   node --conditions=daypack-source packages/cli/test/clients/faults.ts [agent …] [fault …]
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import path from 'node:path'
import { AGENTS, NIGHTLY, programOf, type Agent } from './agents.ts'
import { runTask, startProxy, type Trouble } from './harness.ts'

const NAMES = ['Claude Code', 'Codex websocket', 'OpenCode', 'pi Anthropic']
const TASK = { window: 64_000, steps: 40, lines: 105, withFaults: false, isAlone: true }
const AWAY_MS = 3_000
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** How agents go on in a copy of their conversation, where they can without a terminal. */
const FORKS: Record<string, (words: string[]) => string[]> = {
  'Claude Code': (words) => ['--fork-session', ...words],
  OpenCode: ([run = '', ...words]) => [run, '--fork', ...words],
}

const FAULTS: Record<string, (agent: Agent) => Trouble | undefined> = {
  'the proxy is killed (-9) and started again': () => ({
    async during(scene) {
      await scene.proxy.kill()
      await wait(AWAY_MS)
      const { folder, upstream, window, place } = scene
      scene.proxy = await startProxy(folder, upstream, window, Number(new URL(place.url).port))
      return true
    },
  }),
  'the provider is away for three seconds': () => outage(),
  'the disk is full': () => ({
    async before({ folder }) {
      mkdirSync(path.join(folder, 'pack'))
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=400k', 'tmpfs', path.join(folder, 'pack')])
      return {}
    },
    after: ({ folder }) => void execFileSync('umount', ['-l', path.join(folder, 'pack')]),
  }),
  'two proxies on one workspace': (agent) => ({
    async between(scene) {
      const { folder, upstream, window, place } = scene
      // The first one stays, and has the conversation open.
      scene.beside = scene.proxy
      scene.proxy = await startProxy(folder, upstream, window)
      scene.place = { ...place, url: scene.proxy.url }
      agent.setUp?.(scene.place)
    },
  }),
  'the clock jumps a day ahead, then two back': () => ({
    async before({ folder }) {
      const file = path.join(folder, 'clock.mjs')
      writeFileSync(file, CLOCK)
      return { env: { NODE_OPTIONS: `--import ${file}` } }
    },
    async during({ proxy }) {
      process.kill(proxy.pid, 'SIGUSR2')
      await wait(100)
      return false
    },
  }),
  'the agent is stopped and resumed': () => ({ between: async () => {} }),
  'the agent goes on in a fork': (agent) => {
    const fork = FORKS[agent.name]
    return fork && { between: async () => {}, goOn: (prompt, place) => fork(agent.goOn(prompt, place)) }
  },
}

/** A day ahead at the signal, and a day behind from its two thousandth reading on. */
const CLOCK = `
const day = 86_400_000, { now } = Date
let shift = 0, readings = Infinity
process.on('SIGUSR2', () => { shift = day; readings = 2_000 })
const time = () => { if (--readings === 0) shift = -day; return now() + shift }
globalThis.Date = new Proxy(Date, {
  construct: (target, given) => Reflect.construct(target, given.length === 0 ? [time()] : given),
  get: (target, name) => (name === 'now' ? time : Reflect.get(target, name)),
})
`

/** A gate before the provider that refuses connections for a while. */
function outage(): Trouble {
  const open = new Set<Socket>()
  const to = { port: 0 }
  const gate = createServer((socket) => {
    const onward = connect(to.port, '127.0.0.1')
    for (const one of [socket, onward]) open.add(one.on('error', () => one.destroy()))
    socket.pipe(onward).pipe(socket)
  })
  const listen = (port: number) => new Promise<void>((resolve) => gate.listen(port, '127.0.0.1', resolve))
  return {
    async before({ upstream }) {
      to.port = Number(new URL(upstream).port)
      await listen(0)
      return { upstream: `http://127.0.0.1:${(gate.address() as AddressInfo).port}` }
    },
    async during({ upstream }) {
      gate.close()
      for (const socket of open) socket.destroy()
      open.clear()
      setTimeout(() => void listen(Number(new URL(upstream).port)), AWAY_MS)
      return true
    },
    after() {
      for (const socket of open) socket.destroy()
      gate.close()
    },
  }
}

async function tried(agent: Agent, trouble: Trouble): Promise<string> {
  const one = await runTask(agent, { ...TASK, trouble })
  const wrong = [
    one.isDone ? '' : `not finished, step ${one.steps}: ${one.output.slice(-400)}`,
    one.refused.length > 0 ? `${one.refused.length} rejected` : '',
  ].filter(Boolean)
  for (const line of [...wrong, ...one.problems]) console.error(`${agent.name}: ${line.slice(0, 600)}`)
  const how = wrong.length === 0 ? 'goes on' : wrong.map((line) => line.slice(0, 40)).join(', ')
  return `${how} (${one.epochs} epochs, ${(one.cached * 100).toFixed(0)} %)`
}

const wanted = process.argv.slice(2)
const named = [...NIGHTLY, ...AGENTS].filter(({ name }) => wanted.includes(name))
const agents = named.length > 0 ? named : [...NIGHTLY, ...AGENTS].filter(({ name }) => NAMES.includes(name))
const faults = Object.entries(FAULTS).filter(([what]) => wanted.includes(what))
console.log(`| | ${agents.map(({ name }) => name).join(' | ')} |\n| --- |${' --- |'.repeat(agents.length)}`)
for (const [what, troubleOf] of faults.length > 0 ? faults : Object.entries(FAULTS)) {
  const cells: string[] = []
  for (const agent of agents) {
    const trouble = troubleOf(agent)
    const isThere = programOf(agent) !== undefined
    cells.push(trouble && isThere ? await tried(agent, trouble) : isThere ? '' : 'not installed')
  }
  console.log(`| ${what} | ${cells.join(' | ')} |`)
}
