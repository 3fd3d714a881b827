// Records Claude Code behind the proxy as docs/captures/claude-code.svg: a task that outgrows the window, and the epoch in it. The
// provider is scripted. Needs tmux and the agent:
//   node scripts/clients.mjs install claude
//   node --conditions=daypack-source bench/gateway/recorded.ts
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startProvider } from 'daypack-testing'
import { task } from '../../packages/cli/test/clients/script.ts'
import { terminalSvg } from '../../scripts/captures/svg.mjs'
import { clientFile } from '../../scripts/clients.mjs'

const [COLUMNS, TOP, BOTTOM] = [110, 26, 8]
const WINDOW = 80_000
const root = path.join(import.meta.dirname, '..', '..')
const claude = clientFile('claude')
if (!claude) throw new Error('Claude Code is not installed: node scripts/clients.mjs install claude')
const folder = mkdtempSync(path.join(tmpdir(), 'daypack-recorded-'))
const home = path.join(folder, 'home')
const work = path.join(home, 'harbour')
for (const dir of [path.join(work, '.git'), path.join(home, '.claude')]) mkdirSync(dir, { recursive: true })
writeFileSync(path.join(work, 'CLAUDE.md'), '# Harbour\nTides are told in metres.\n')
const KEY = 'sk-ant-fake-0000000000000000000000'
const known = { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true, projectOnboardingSeenCount: 9 }
const asked = { approved: [KEY.slice(-20)], rejected: [] }
const state = { hasCompletedOnboarding: true, theme: 'dark', customApiKeyResponses: asked, projects: { [work]: known } }
writeFileSync(path.join(home, '.claude.json'), JSON.stringify(state))
const { script } = task({ steps: 26, lines: 105, overloaded: [], cut: [] })
const provider = await startProvider({ script, window: WINDOW })
const socket = path.join(folder, 'tmux')
const daypack = `'${process.execPath}' --conditions=daypack-source --disable-warning=ExperimentalWarning '${path.join(root, 'packages/cli/src/main.ts')}'`
const flags = `--port 4147 --token recorded-recorded --window ${WINDOW} --anthropic-url ${provider.url}`

try {
  const proxy = terminal('proxy', BOTTOM, `${daypack} proxy ${flags}`)
  await proxy.shows('listening')
  const env = `ANTHROPIC_BASE_URL=http://127.0.0.1:4147/t/recorded-recorded ANTHROPIC_API_KEY=${KEY} CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1 DISABLE_AUTOUPDATER=1`
  const agent = terminal('agent', TOP, `${env} '${claude}' --model claude-sonnet-4-5 --allowedTools 'Bash(seq:*)'`)
  const frames: { text: string; seconds: number }[] = []
  const frame = (seconds: number) => frames.push({ text: `${agent.look()}${bar()}\n${proxy.look()}`, seconds })
  await agent.shows('❯')
  await pause(3_000)
  frame(2)
  if (process.env['LOOK']) console.log(agent.look())
  agent.type('Do all the steps of the task.')
  await pause(1_000)
  frame(2)
  agent.type('Enter')
  for (let seconds = 0; seconds < 200 && !agent.all().includes('ALL STEPS ARE DONE'); seconds++) {
    await pause(1_000)
    if (frames.at(-1)?.text !== `${agent.look()}${bar()}\n${proxy.look()}`) frame(1)
  }
  frame(5)
  if (process.env['LOOK']) console.log(agent.all(), proxy.all())
  const size = { columns: COLUMNS, rows: TOP + BOTTOM + 1, title: 'Claude Code behind the proxy, with an epoch in it' }
  writeFileSync(path.join(root, 'docs', 'captures', 'claude-code.svg'), terminalSvg(fewer(frames, 12), size))
  console.log(`${frames.length} frames`)
} finally {
  execFileSync('tmux', ['-S', socket, 'kill-server'])
  await provider.close()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}

function terminal(name: string, rows: number, command: string) {
  const tmux = (...words: string[]) =>
    execFileSync('tmux', ['-u', '-S', socket, '-f', '/dev/null', ...words], {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], HOME: home, LANG: 'C.UTF-8', TERM: 'xterm-256color' },
    })
  tmux('new-session', '-d', '-s', name, '-x', String(COLUMNS), '-y', String(rows), '-c', work, `${command}; exec cat`)
  const all = () => tmux('capture-pane', '-p', '-S', '-', '-t', name)
  return {
    all,
    look: () => tmux('capture-pane', '-e', '-p', '-t', name),
    type: (...keys: string[]) => void tmux('send-keys', '-t', name, ...keys),
    async shows(text: string) {
      for (let tries = 0; tries < 300; tries++) {
        if (all().includes(text)) return
        await pause(200)
      }
      throw new Error(`${name} never showed "${text}":\n${all()}`)
    },
  }
}

/** Evenly fewer, the last one included, so that the picture stays small. */
function fewer<T>(all: readonly T[], most: number): T[] {
  if (all.length <= most) return [...all]
  return Array.from({ length: most }, (_, n) => all[Math.round((n * (all.length - 1)) / (most - 1))] as T)
}

function bar(): string {
  return `\u001b[2m── daypack proxy ${'─'.repeat(COLUMNS - 17)}\u001b[0m`
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
