// Somebody who has worked with QwenPaw, CoPaw, mini-claude or Claude Code types `daypack` in the folder they have, with every setting of
// its documents set. Notes, instructions, models and numbers are taken as they lie there; what has no counterpart is named, by every
// command in the same words; nothing is written over.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { startProvider, type ScriptedProvider, type ScriptedReply } from 'daypack-testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { daypack, project, type Project } from '../../packages/cli/test/run.ts'

let home: Project
let at: Project
let server: ScriptedProvider
let replies: ScriptedReply[]

beforeEach(async () => {
  home = project()
  replies = []
  // Only a request with tools is a turn of the chat; memory and summaries ask without.
  const script = ({ body }: { body: unknown }) =>
    (JSON.stringify(body).includes('"tools"') && replies.shift()) || { text: 'All right.' }
  server = await startProvider({ script })
})
afterEach(async () => {
  await server.close()
  home.remove()
})

/** A folder below the home, with these files. */
function folder(name: string, files: Readonly<Record<string, unknown>>): void {
  at = { ...home, dir: path.join(home.dir, name) }
  for (const [file, content] of Object.entries(files)) {
    const full = path.join(at.dir, file)
    mkdirSync(path.dirname(full), { recursive: true })
    writeFileSync(full, typeof content === 'string' ? content : JSON.stringify(content))
  }
}

const TALK = [
  { role: 'user', content: 'The staging port is 8443.' },
  { role: 'assistant', content: 'Noted.' },
]

const COMMANDS = {
  chat: ['chat', '-p', 'What is the staging port?'],
  memory: ['memory', 'add', 'The staging host is called juno.'],
  sessions: ['sessions'],
  doctor: ['doctor'],
  replay: ['replay', 'talk.json', '--json'],
  proxy: ['proxy', '--port', '0', '--', process.execPath, '-e', ''],
}
type Command = keyof typeof COMMANDS
const ALL = Object.keys(COMMANDS) as Command[]

/** What commands say of the settings, without the name of the home; `doctor` has it among its checks. */
async function noticesOf(env: Record<string, string>, commands: readonly Command[]): Promise<string[][]> {
  writeFileSync(path.join(at.dir, 'talk.json'), JSON.stringify(TALK))
  const said: string[][] = []
  for (const command of commands) {
    const ran = await daypack(at, COMMANDS[command], '', env)
    expect(ran.code, command).toBe(0)
    said.push(noticesIn(ran))
  }
  return said
}

function noticesIn({ out, err }: { out: string; err: string }): string[] {
  return `${err}\n${out.replaceAll(/^· settings: /gm, '')}`
    .replaceAll(`${home.dir}/`, '')
    .split('\n')
    .filter((line) => /folder of|No counterpart|is not taken|was not copied|always watched/.test(line))
}

const expectAlike = (said: readonly string[][], notices: readonly string[]) => {
  for (const lines of said) expect(lines).toEqual(notices)
}
/** The newest turn of the chat, as it went over the wire. */
const sent = () => server.requests.findLast(({ text }) => text.includes('"tools"'))?.text ?? ''
const providers = () => ({
  active_llm: { provider_id: 'mine', model: 'qwen-plus' },
  custom_providers: { mine: { base_url: `${server.url}/v1`, api_key: 'sk-mine' } },
})
const model = () => ({
  DAYPACK_PROVIDER: 'openai-compatible',
  DAYPACK_BASE_URL: `${server.url}/v1`,
  DAYPACK_API_KEY: 'sk-test',
  DAYPACK_MODEL: 'qwen-plus',
})

const AGENT = {
  id: 'default',
  channels: { console: { enabled: true } },
  agents: {
    language: 'zh',
    running: {
      max_input_length: 60_000,
      context_manager_backend: 'light',
      memory_manager_backend: 'remelight',
      history_max_length: 900,
      max_iters: 50,
      light_context_config: {
        dialog_path: 'talks',
        token_count_estimate_divisor: 3.5,
        context_compact_config: {
          enabled: true,
          compact_threshold_ratio: 0.75,
          reserve_threshold_ratio: 0.2,
          compact_with_thinking_block: false,
        },
        tool_result_pruning_config: {
          enabled: true,
          pruning_recent_n: 4,
          pruning_old_msg_max_bytes: 2_000,
          pruning_recent_msg_max_bytes: 20_000,
          offload_retention_days: 7,
          tool_results_cache: 'cache',
          exempt_file_extensions: ['.md'],
          exempt_tool_names: ['chat_with_agent'],
        },
        scroll_config: {},
      },
      reme_light_memory_config: {
        summarize_when_compact: true,
        auto_memory_interval: 5,
        dream_cron: '0 4 * * *',
        rebuild_memory_index_on_start: true,
        recursive_file_watcher: false,
        auto_memory_search_config: { enabled: true, max_results: 3, min_score: 0.2 },
      },
    },
  },
}

test('a workspace of QwenPaw: its model, notes, language, sizes and folders', async () => {
  folder('.qwenpaw', { 'providers.json': providers(), 'config.json': { agents: { language: 'zh' } } })
  folder('.qwenpaw/workspaces/default', {
    'agent.json': AGENT,
    'MEMORY.md': '- The staging port is 8443.\n',
    'memory/2026-11-17.md': '- Fixed the login bug in handleLogin().\n',
  })
  expectAlike(await noticesOf({}, ALL), [
    '.qwenpaw/workspaces/default/agent.json makes this a folder of QwenPaw: preset qwenpaw.',
    '.qwenpaw/workspaces/default/agent.json: recursive_file_watcher false: subfolders of memory/ are always watched here.',
    '.qwenpaw/workspaces/default/agent.json: No counterpart here for: max_iters, light_context_config.scroll_config, id, channels.',
  ])
  expect(sent()).toContain('8443')
  const printing = `${process.execPath} -e "console.log('line\\n'.repeat(8000))"`
  replies = [{ text: '', calls: [{ tool: 'run_shell', input: { command: printing } }] }, { text: 'It printed much.' }]
  const { out } = await daypack(
    at,
    ['chat', '--allow-shell'],
    'Print it.\nWhat about the login bug in handleLogin?\n/history\n/compact\n',
  )
  // What was printed is cut at 20,000 bytes, stored in `cache`, and the day's note of the old agent is found by itself.
  expect(sent()).toMatch(/<<<TRUNCATED>>>[^]*cache/)
  expect(sent()).toContain('Fixed the login bug')
  expect(Buffer.byteLength(sent())).toBeLessThan(45_000)
  expect(out).toMatch(/60,?000/)
  expect(readdirSync(path.join(at.dir, '.daypack'))).toEqual(expect.arrayContaining(['cache', 'talks']))
  expect(readdirSync(path.join(at.dir, '.daypack/talks'))).toHaveLength(1)
  expect(server.requests.some(({ text }) => text.includes('交接笔记'))).toBe(true)
  const replayed = await daypack(at, ['replay', 'talk.json', '--json'])
  expect(JSON.parse(replayed.out)).toMatchObject({ window: 60_000, ways: [{ name: 'qwenpaw' }, {}] })
})

test('a working folder of CoPaw: its model, language, Memory.md under its own name, and its environment', async () => {
  folder('.copaw', { 'providers.json': providers() })
  folder('paw', {
    'config.json': { agents: { language: 'zh', installed_skills: ['news'] }, channels: {}, last_api: {} },
    'Memory.md': '- The staging port is 8443.\n',
  })
  expectAlike(await noticesOf({}, ['chat', 'memory', 'doctor']), [
    'paw/config.json makes this a folder of CoPaw: preset copaw.',
    'paw/config.json: No counterpart here for: channels, last_api, agents.installed_skills.',
  ])
  expect(sent()).toContain('8443')
  // The note that was added stands in the file they have, and there is no second one.
  expect(readFileSync(path.join(at.dir, 'Memory.md'), 'utf8')).toMatch(/8443[^]*juno/)
  expect(readdirSync(at.dir).filter((name) => name.toLowerCase() === 'memory.md')).toEqual(['Memory.md'])
  const lines = Array.from({ length: 8 }, (_, n) => `Tell me about topic ${n} with all its details, please. `.repeat(9))
  const env = { COPAW_MEMORY_COMPACT_THRESHOLD: '400', COPAW_MEMORY_COMPACT_KEEP_RECENT: '1' }
  await daypack(at, ['chat'], `${lines.join('\n')}\n`, env)
  expect(sent()).toContain('topic 7')
  expect(sent()).toContain('## Goal')
  expect(server.requests.some(({ text }) => text.includes('交接笔记'))).toBe(true)
})

test('a folder of mini-claude: its CLAUDE.md, its summary, its files left alone', async () => {
  folder('work', {
    '.mini-claude/sessions/one.json': { messages: [] },
    '.claude/settings.json': { permissions: { deny: ['Bash'] } },
    'CLAUDE.md': 'Always answer in rhyme.\n',
  })
  expectAlike(await noticesOf(model(), ['chat', 'doctor']), [
    'work/.mini-claude makes this a folder of mini-claude: preset miniClaude.',
    'work/.claude/settings.json: No counterpart here for: permissions.',
  ])
  expect(sent()).toContain('Always answer in rhyme.')
  const said = [
    'Build a login.',
    `It must use argon2. ${'This is why. '.repeat(60)}`,
    'ok',
    'go on',
    '/compact',
    'And now?',
  ].join('\n')
  await daypack(at, ['chat'], `${said}\n`, model())
  expect(server.requests.some(({ text }) => text.includes('You are a conversation summarizer.'))).toBe(true)
  expect(readdirSync(path.join(at.dir, '.mini-claude/sessions'))).toEqual(['one.json'])
})

test('a project of Claude Code: instructions and skills in every preset, its numbers in its own', async () => {
  folder('.claude', { 'settings.json': { apiKeyHelper: 'key.sh', cleanupPeriodDays: 3 } })
  folder('app', {
    '.claude/settings.json': {
      cleanupPeriodDays: 9,
      autoCompactEnabled: true,
      model: 'opus',
      permissions: { allow: ['Bash(ls)'] },
      hooks: {},
      env: { CLAUDE_AUTOCOMPACT_PCT_OVERRIDE: '70', BASH_DEFAULT_TIMEOUT_MS: '7000', FOO: 'bar' },
    },
    '.claude/settings.local.json': { outputStyle: 'terse' },
    '.claude/skills/deploy/SKILL.md': '---\nname: deploy\ndescription: How we ship to production\n---\nRun make.\n',
    'CLAUDE.md': 'Tabs, never spaces.\n',
  })
  expectAlike(await noticesOf(model(), ['chat', 'doctor']), [
    'app/.claude/settings.json: No counterpart here for: model, permissions, hooks, env.CLAUDE_AUTOCOMPACT_PCT_OVERRIDE, env.FOO.',
    'app/.claude/settings.local.json: No counterpart here for: outputStyle.',
  ])
  for (const words of ['Tabs, never spaces.', 'How we ship to production', '7 seconds']) expect(sent()).toContain(words)
  const own = await daypack(at, ['doctor'], '', { ...model(), DAYPACK_PRESET: 'claudeCode' })
  expect(noticesIn(own)).toEqual([
    '.claude/settings.json: No counterpart here for: apiKeyHelper.',
    'app/.claude/settings.json: No counterpart here for: model, permissions, hooks, env.FOO.',
    'app/.claude/settings.local.json: No counterpart here for: outputStyle.',
  ])
})
