// A short session of each agent, carried on in each other one by `daypack carry`: was the story told, did it go on, is it one log?
//   node scripts/clients.mjs install claude codex gemini qwen opencode
//   node --conditions=daypack-source packages/cli/test/carry/pairs.ts [from …]
import { spawn } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { createDaypack } from 'daypack'
import { findSessions } from 'daypack-lab/replay/find'
import { startProvider } from 'daypack-testing'
import { withSocket } from '../../../daypack-testing/test/socket.ts'
import { AGENTS, NIGHTLY, programOf, type Agent, type Place } from '../clients/agents.ts'
import { bareEnvironment } from '../environment.ts'
import { task } from '../clients/script.ts'

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url))
const STEPS = 3
const TAKEN = 'I have taken over the work.'

/** How each is run without a screen, by `daypack carry --to <name> -- <words>`. */
const TARGETS: Record<string, { readonly agent: string; readonly words: readonly string[] }> = {
  claude: { agent: 'Claude Code', words: ['--model', 'claude-sonnet-4-5', '-p'] },
  codex: { agent: 'Codex HTTP', words: ['exec', '--skip-git-repo-check', '-s', 'read-only'] },
  gemini: { agent: 'Gemini CLI', words: ['--approval-mode', 'yolo', '-m', 'gemini-2.5-pro', '-p'] },
  qwen: { agent: 'Qwen Code chat', words: ['--approval-mode', 'yolo', '-p'] },
  opencode: { agent: 'OpenCode', words: ['run', '-m', 'anthropic/claude-sonnet-4-5'] },
}

const wanted = process.argv.slice(2)
const names = Object.keys(TARGETS)
console.log(`| from \\ to | ${names.join(' | ')} |\n| --- |${' --- |'.repeat(names.length)}`)
for (const from of names) {
  if (wanted.length > 0 && !wanted.includes(from)) continue
  console.log(`| ${from} | ${(await carriedFrom(from)).join(' | ')} |`)
}

function agentOf(name: string): Agent {
  const found = [...AGENTS, ...NIGHTLY].find((one) => one.name === TARGETS[name]?.agent)
  if (!found || !programOf(found)) throw new Error(`${name} is not installed: node scripts/clients.mjs install ${name}`)
  return found
}

/** A session of one agent by itself, and what becomes of it in each of the others. */
async function carriedFrom(from: string): Promise<string[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'daypack-carry-'))
  const { script } = task({ steps: STEPS, lines: 20, overloaded: [], cut: [] })
  const provider = await startProvider({
    script: (call) => (JSON.stringify(call.body).includes('You take over work') ? { text: TAKEN } : script(call)),
    websocket: withSocket,
  })
  const place: Place = {
    home: path.join(folder, 'home'),
    work: path.join(folder, 'work'),
    url: provider.url,
    port: 0,
  }
  try {
    mkdirSync(path.join(place.work, '.git'), { recursive: true })
    for (const name of names) agentOf(name).setUp?.(place)
    shims(folder)
    const agent = agentOf(from)
    await run(
      programOf(agent) ?? [],
      agent.start('Do all the steps of the task.', place),
      place,
      folder,
      agent.env(place),
    )
    // Whoever goes on leaves a session of its own in this folder: the first takes the newest, the others take it by name.
    const [source] = findSessions({}, place.home)
    const cells: string[] = []
    for (const to of names)
      cells.push(to === from ? '' : await carried(to, place, folder, cells.some(Boolean) ? source?.file : undefined))
    return cells
  } finally {
    await provider.close()
    if (process.env['KEEP']) console.error(folder)
    else rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }

  async function carried(to: string, at: Place, dir: string, source: string | undefined): Promise<string> {
    const { url } = provider
    const before = provider.requests.length
    const pack = path.join(dir, `pack-${to}`)
    const flags = ['--anthropic-url', url, '--openai-url', `${url}/v1`, '--gemini-url', url, '--dir', pack]
    const words = ['carry', source ?? '', '--to', to, ...flags, '--', ...(TARGETS[to]?.words ?? [])].filter(Boolean)
    const node = [process.execPath, '--conditions=daypack-source', MAIN]
    const said = await run(node, words, at, dir, agentOf(to).env({ ...at, url: 'http://127.0.0.1:1' }))
    const told = provider.requests.slice(before).find(({ text }) => text.includes('You take over work'))
    const isTold = [0, 1, 2].every((step) => told?.text.includes(`Now step ${step}.`))
    const logged = await logOf(pack)
    const isOne = logged.includes('Now step 1.') && logged.includes(TAKEN)
    const wrong = [isTold ? '' : 'not told', said.includes(TAKEN) ? '' : 'no answer', isOne ? '' : 'two logs'].filter(
      Boolean,
    )
    if (wrong.length > 0) console.error(`${from} to ${to}: ${wrong.join(', ')}: ${said.slice(-700)}`)
    return wrong.length === 0 ? 'goes on' : wrong.join(', ')
  }
}

/** All that the one session of a workspace says, before it was carried and after. */
async function logOf(dir: string): Promise<string> {
  const pack = await createDaypack({ dir, memory: false })
  try {
    const [id = ''] = (await pack.sessions()).filter((one) => one.startsWith('carry-'))
    return JSON.stringify(await (await pack.session(id)).entries())
  } finally {
    await pack.close()
  }
}

/** The agents as commands, as somebody has them who installed them. */
function shims(folder: string): void {
  mkdirSync(path.join(folder, 'bin'))
  for (const name of names) {
    const file = path.join(folder, 'bin', name)
    writeFileSync(
      file,
      `#!/bin/sh\nexec ${(programOf(agentOf(name)) ?? []).map((word) => `'${word}'`).join(' ')} "$@"\n`,
    )
    chmodSync(file, 0o755)
  }
}

function run(
  [command = '', ...first]: readonly string[],
  words: readonly string[],
  { home, work }: Place,
  folder: string,
  own: Record<string, string>,
): Promise<string> {
  const env = bareEnvironment()
  const child = spawn(command, [...first, ...words], {
    cwd: work,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...env,
      HOME: home,
      LANG: 'C.UTF-8',
      NO_COLOR: '1',
      ...own,
      PATH: `${path.join(folder, 'bin')}:${env['PATH']}`,
    },
  })
  let said = ''
  child.stdout.on('data', (data: Buffer) => (said += data.toString()))
  child.stderr.on('data', (data: Buffer) => (said += data.toString()))
  const limit = setTimeout(() => child.kill('SIGKILL'), 240_000)
  return new Promise((resolve) => {
    child.once('close', () => {
      clearTimeout(limit)
      resolve(said)
    })
  })
}
