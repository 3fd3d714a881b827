// Each block of docs/gateway.md as it is to be pasted, with its program behind a proxy: two questions, and did they come through?
//   node --conditions=daypack-source packages/cli/test/clients/blocks.ts [name …]
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startProvider } from 'daypack-testing'
import { withSocket } from '../../../daypack-testing/test/socket.ts'
import { clientFile } from '../../../../scripts/clients.mjs'
import { bareEnvironment } from '../environment.ts'
import { startProxy } from './harness.ts'

const PAGE = path.join(import.meta.dirname, '..', '..', '..', '..', 'docs', 'gateway.md')
const ANSWER = 'The answer has come through.'

type Try = {
  /** How the line above the block begins. */
  readonly title: string
  readonly program: Parameters<typeof clientFile>[0]
  readonly isNative?: true
  /** Where a block of settings goes; the others are commands. */
  readonly file?: string
  /** What makes one question of it, without a terminal. */
  readonly words: readonly string[]
}

const TRIES: readonly Try[] = [
  { title: 'Claude Code', program: 'claude', isNative: true, words: ['-p', 'Hello.'] },
  { title: 'Codex (websocket)', program: 'codex', words: ['exec', '--skip-git-repo-check', 'Hello.'] },
  { title: 'Codex (HTTP only)', program: 'codex', words: ['exec', '--skip-git-repo-check', 'Hello.'] },
  { title: 'Gemini CLI', program: 'gemini', words: ['-m', 'gemini-2.5-pro', '-p', 'Hello.'] },
  { title: 'Qwen Code', program: 'qwen', words: ['-p', 'Hello.'] },
  { title: 'Copilot CLI', program: 'copilot', words: ['-p', 'Hello.'] },
  { title: 'Goose', program: 'goose', isNative: true, words: [] },
  { title: 'pi', program: 'pi', file: '.pi/agent/models.json', words: ['-p', '--provider', 'anthropic', 'Hello.'] },
  {
    title: 'OpenCode',
    program: 'opencode',
    isNative: true,
    file: 'work/opencode.json',
    words: ['run', '-m', 'local/my-model', 'Hello.'],
  },
  {
    title: 'OpenClaw',
    program: 'openclaw',
    file: '.openclaw/openclaw.json',
    words: ['agent', '--local', '--agent', 'main', '--message', 'Hello.'],
  },
]

/** The block directly below a line that begins so: text that only wraps there is not meant. */
function blockOf(title: string): string {
  const lines = readFileSync(PAGE, 'utf8').split('\n')
  const from = lines.findIndex((line, index) => line.startsWith('```') && lines[index - 1]?.startsWith(title))
  if (from === -1) throw new Error(`no block below a line "${title}…" in ${PAGE}`)
  const to = lines.findIndex((line, index) => index > from && line.startsWith('```'))
  return lines.slice(from + 1, to).join('\n')
}

/** What people have beside the block: keys, and a model where the program has none of its own. */
function environment(home: string): Record<string, string> {
  return {
    ...bareEnvironment(),
    HOME: home,
    ANTHROPIC_API_KEY: 'sk-fake',
    OPENAI_API_KEY: 'sk-fake',
    GEMINI_API_KEY: 'sk-fake',
    OPENAI_MODEL: 'gpt-5',
    GOOSE_MODEL: 'gpt-4o',
    COPILOT_PROVIDER_API_KEY: 'sk-fake',
    GOOSE_DISABLE_KEYRING: '1',
    GEMINI_CLI_TRUST_WORKSPACE: 'true',
    OPENCLAW_SKIP_UPDATE_CHECK: '1',
    OPENCODE_DISABLE_AUTOUPDATE: '1',
    OPENCODE_DISABLE_MODELS_FETCH: '1',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    PI_OFFLINE: '1',
    NO_COLOR: '1',
  }
}

async function tried(one: Try, file: string): Promise<string> {
  const home = mkdtempSync(path.join(tmpdir(), 'daypack-block-'))
  const provider = await startProvider({ script: () => ({ text: ANSWER }), websocket: withSocket })
  const proxy = await startProxy(home, provider.url, 200_000)
  try {
    mkdirSync(path.join(home, 'work'))
    for (const name of ['gemini', 'qwen']) chosen(home, name)
    const block = blockOf(one.title).replaceAll('http://127.0.0.1:4141/t/TOKEN', proxy.url)
    const starts = one.isNative ? `'${file}'` : `'${process.execPath}' '${file}'`
    const words = one.words.map((word) => `'${word}'`).join(' ')
    let command = `${starts} ${words}`
    if (one.file === undefined) {
      const name = new RegExp(`(^|\\s)${one.program}(?=\\s|$)`)
      command = `${block.replace(name, `$1${starts}`)} ${words}`
    } else {
      mkdirSync(path.dirname(path.join(home, one.file)), { recursive: true })
      writeFileSync(path.join(home, one.file), block)
    }
    const said = await shell(command, path.join(home, 'work'), environment(home))
    const through = (await proxy.status()).sessions.length
    if (said.includes(ANSWER) && through > 0) return 'works as pasted'
    return `does not work (${through} sessions, ${provider.requests.length} requests): ${said.slice(-600)}`
  } finally {
    await proxy.kill()
    await provider.close()
    rmSync(home, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Programs that ask at their first start how to log in: by key. */
function chosen(home: string, name: string): void {
  const selectedType = name === 'qwen' ? 'openai' : 'gemini-api-key'
  const folder = path.join(home, `.${name}`)
  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folder, 'settings.json'), JSON.stringify({ security: { auth: { selectedType } } }))
}

function shell(command: string, cwd: string, env: Record<string, string>): Promise<string> {
  return new Promise((resolve) => {
    const child = spawn('sh', ['-c', command], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
    let said = ''
    child.stdout.on('data', (data: Buffer) => (said += data.toString()))
    child.stderr.on('data', (data: Buffer) => (said += data.toString()))
    const limit = setTimeout(() => child.pid !== undefined && process.kill(-child.pid, 'SIGKILL'), 120_000)
    child.once('close', () => {
      clearTimeout(limit)
      resolve(said)
    })
  })
}

const names = process.argv.slice(2)
for (const one of TRIES) {
  if (names.length > 0 && !names.includes(one.title)) continue
  const file = clientFile(one.program)
  const how =
    file === undefined ? `not installed: node scripts/clients.mjs install ${one.program}` : await tried(one, file)
  if (how.startsWith('does not')) process.exitCode = 1
  console.log(`${one.title}: ${how}`)
}
