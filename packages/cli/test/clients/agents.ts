import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { clientFile } from '../../../../scripts/clients.mjs'
import type { Delegates } from './script.ts'

/** Where an agent lives for one run. */
export type Place = {
  readonly home: string
  readonly work: string
  readonly url: string
  readonly port: number
  /** Of the model behind the proxy, for agents that have to be told of a large one. */
  readonly window?: number
}
const LARGE_WINDOW = 200_000

/** How one agent is set up and started. Fake keys, a home of its own, no network but the loopback. */
export type Agent = {
  readonly name: string
  readonly program: Parameters<typeof clientFile>[0]
  /** Runs by itself, without Node. */
  readonly isNative?: boolean
  readonly env: (place: Place) => Record<string, string>
  readonly setUp?: (place: Place) => void
  readonly start: (prompt: string, place: Place) => string[]
  readonly goOn: (prompt: string, place: Place) => string[]
  /** The window of the model behind it, for the strict provider and for the proxy. */
  readonly window: number
  /** Lines of output of each of sixty steps: what the agent keeps of them must exceed the window three times. */
  readonly lines: number
  /** How it starts a sub-agent, where the task has it do so. */
  readonly delegates?: Delegates
  /** It cuts longer outputs itself: fewer steps cannot have more lines. */
  readonly cuts?: true
  /** What runs beside it all the time, listening on the port of its place. */
  readonly beside?: (place: Place) => string[]
}

const write = (folder: string, name: string, value: object) => {
  const file = path.join(folder, name)
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify(value))
}

type Size = Pick<Agent, 'window' | 'lines'>
const SMALL: Size = { window: 96_000, lines: 310 }
/** For models that keep 64,000 tokens of it for the answer. */
const LARGE: Size = { window: 160_000, lines: 500 }

const KEYS = { ANTHROPIC_API_KEY: 'sk-fake', OPENAI_API_KEY: 'sk-fake', GEMINI_API_KEY: 'sk-fake' }

export function pi(wire: string, provider: string, model: string, size: Size): Agent {
  const how = ['--mode', 'json', '-p', '--provider', provider, '--model', model]
  return {
    name: `pi ${wire}`,
    program: 'pi',
    ...size,
    env: () => ({ ...KEYS, PI_OFFLINE: '1', PI_TELEMETRY: '0' }),
    setUp: ({ home, url }) =>
      write(home, '.pi/agent/models.json', {
        providers: {
          anthropic: { baseUrl: url },
          openai: { baseUrl: `${url}/v1` },
          google: { baseUrl: `${url}/v1beta` },
          local: {
            baseUrl: `${url}/v1`,
            api: 'openai-completions',
            apiKey: 'sk-fake',
            models: [{ id: 'local-model', contextWindow: 1_000_000, maxTokens: 4096 }],
          },
        },
      }),
    start: (prompt) => [...how, prompt],
    goOn: (prompt) => [...how, '-c', prompt],
  }
}

const gemini: Agent = {
  name: 'Gemini CLI',
  program: 'gemini',
  ...LARGE,
  delegates: { tool: 'invoke_agent', input: (prompt) => ({ agent_name: 'generalist', prompt }) },
  env: ({ url }) => ({ ...KEYS, GOOGLE_GEMINI_BASE_URL: url, GEMINI_CLI_TRUST_WORKSPACE: 'true' }),
  setUp: ({ home }) =>
    write(home, '.gemini/settings.json', {
      security: { auth: { selectedType: 'gemini-api-key' } },
      privacy: { usageStatisticsEnabled: false },
      telemetry: { enabled: false },
      general: { enableAutoUpdate: false },
    }),
  start: (prompt) => ['--approval-mode', 'yolo', '-m', 'gemini-2.5-pro', '-o', 'json', '-p', prompt],
  goOn: (prompt) => ['--approval-mode', 'yolo', '-m', 'gemini-2.5-pro', '-o', 'json', '-r', 'latest', '-p', prompt],
}

function qwen(wire: 'chat' | 'anthropic'): Agent {
  const how = ['--approval-mode', 'yolo', '--chat-recording']
  return {
    name: `Qwen Code ${wire}`,
    program: 'qwen',
    // From 25,000 characters on it cuts an output down to 4,600 by itself, and there is nothing left to manage.
    window: 118_000,
    lines: 360,
    cuts: true,
    delegates: {
      tool: 'agent',
      input: (prompt) => ({ description: 'look at modules', subagent_type: 'general-purpose', prompt }),
    },
    env: ({ url }) => ({
      ...KEYS,
      OPENAI_BASE_URL: `${url}/v1`,
      OPENAI_MODEL: 'local-model',
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_MODEL: 'claude-sonnet-4-5',
    }),
    setUp: ({ home }) =>
      write(home, '.qwen/settings.json', {
        security: { auth: { selectedType: wire === 'chat' ? 'openai' : 'anthropic' } },
        privacy: { usageStatisticsEnabled: false },
        telemetry: { enabled: false },
        general: { enableAutoUpdate: false },
      }),
    start: (prompt) => [...how, '-p', prompt],
    goOn: (prompt) => [...how, '-c', '-p', prompt],
  }
}

const claudeWords = ['--allowedTools', 'Bash(seq:*)', 'Agent', 'Task', '--output-format', 'json', '--model']
const claudeModel = ({ window = 0 }: Place) => `claude-sonnet-4-5${window > LARGE_WINDOW ? '[1m]' : ''}`
const claude: Agent = {
  name: 'Claude Code',
  program: 'claude',
  isNative: true,
  window: 110_000,
  lines: 400,
  delegates: {
    tool: 'Agent',
    input: (prompt) => ({ description: 'look at modules', subagent_type: 'general-purpose', prompt }),
  },
  env: ({ url }) => ({ ...KEYS, ANTHROPIC_BASE_URL: url, CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1' }),
  start: (prompt, place) => ['-p', prompt, ...claudeWords, claudeModel(place)],
  goOn: (prompt, place) => ['-c', '-p', prompt, ...claudeWords, claudeModel(place)],
}

function codex(name: string, settings: (url: string) => string[]): Agent {
  const how = ({ url, window = 0 }: Place) => [
    '--json',
    '--skip-git-repo-check',
    ...settings(url),
    ...(window > LARGE_WINDOW ? ['-c', `model_context_window=${window}`] : []),
  ]
  return {
    name,
    program: 'codex',
    ...SMALL,
    delegates: {
      tool: 'spawn_agent',
      namespace: 'collaboration',
      input: (message) => ({ task_name: 'modules', fork_turns: 'none', message }),
      // A message that comes while it answers makes it drop the answer.
      wait: { tool: 'wait_agent', namespace: 'collaboration', input: { timeout_ms: 60_000 } },
    },
    env: () => KEYS,
    start: (prompt, place) => ['exec', '-s', 'read-only', ...how(place), prompt],
    goOn: (prompt, place) => ['exec', 'resume', '--last', ...how(place), prompt],
  }
}

export const opencode: Agent = {
  name: 'OpenCode',
  program: 'opencode',
  isNative: true,
  ...SMALL,
  delegates: {
    tool: 'task',
    input: (prompt) => ({ description: 'look at modules', subagent_type: 'general', prompt }),
  },
  env: () => ({ ...KEYS, OPENCODE_DISABLE_AUTOUPDATE: '1', OPENCODE_DISABLE_MODELS_FETCH: '1' }),
  setUp: ({ work, url }) =>
    write(work, 'opencode.json', {
      autoupdate: false,
      share: 'disabled',
      permission: { bash: 'allow' },
      provider: {
        local: {
          npm: '@ai-sdk/openai-compatible',
          options: { baseURL: `${url}/v1`, apiKey: 'sk-fake' },
          models: { 'local-model': { name: 'x', tool_call: true, limit: { context: 1_000_000, output: 4096 } } },
        },
      },
    }),
  start: (prompt) => ['run', '-m', 'local/local-model', prompt],
  goOn: (prompt) => ['run', '-c', '-m', 'local/local-model', prompt],
}

export const openclaw: Agent = {
  name: 'OpenClaw',
  program: 'openclaw',
  ...SMALL,
  env: ({ home }) => ({ ...KEYS, OPENCLAW_HOME: home, OPENCLAW_SKIP_UPDATE_CHECK: '1' }),
  setUp: ({ home, work, url, port }) =>
    write(home, '.openclaw/openclaw.json', {
      gateway: { mode: 'local', port, bind: 'loopback', auth: { mode: 'token', token: 'fake' } },
      models: {
        mode: 'merge',
        providers: {
          local: {
            baseUrl: `${url}/v1`,
            apiKey: 'sk-fake',
            api: 'openai-completions',
            models: [
              {
                id: 'local-model',
                name: 'x',
                contextWindow: 1_000_000,
                maxTokens: 4096,
                input: ['text'],
                reasoning: false,
                cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
              },
            ],
          },
        },
      },
      agents: { defaults: { model: { primary: 'local/local-model' }, workspace: work } },
    }),
  start: (prompt) => ['agent', '--local', '--agent', 'main', '--message', prompt, '--json'],
  goOn: (prompt) => ['agent', '--local', '--agent', 'main', '--message', prompt, '--json'],
}

/** With its server beside it: without one it starts no sub-agents. */
export const openclawServed: Agent = {
  ...openclaw,
  delegates: { tool: 'tool_call', input: (task) => ({ id: 'sessions_spawn', args: { task } }) },
  beside: () => ['gateway', 'run'],
  start: (prompt) => ['agent', '--agent', 'main', '--message', prompt, '--json'],
  goOn: (prompt) => ['agent', '--agent', 'main', '--message', prompt, '--json'],
}

const goose: Agent = {
  name: 'Goose',
  program: 'goose',
  isNative: true,
  ...SMALL,
  delegates: { tool: 'delegate', input: (instructions) => ({ instructions }) },
  env: ({ url }) => ({
    ...KEYS,
    GOOSE_PROVIDER: 'openai',
    GOOSE_MODEL: 'gpt-4o',
    OPENAI_HOST: url,
    GOOSE_DISABLE_KEYRING: '1',
    GOOSE_MODE: 'auto',
    GOOSE_CONTEXT_LIMIT: '1000000',
  }),
  start: (prompt) => ['run', '--name', 'task', '--with-builtin', 'developer', '-t', prompt],
  goOn: (prompt) => ['run', '--name', 'task', '--resume', '--with-builtin', 'developer', '-t', prompt],
}

const copilot: Agent = {
  name: 'Copilot CLI',
  program: 'copilot',
  ...SMALL,
  env: ({ url }) => ({
    COPILOT_PROVIDER_BASE_URL: `${url}/v1`,
    COPILOT_PROVIDER_TYPE: 'openai',
    COPILOT_PROVIDER_API_KEY: 'sk-fake',
    COPILOT_MODEL: 'gpt-5',
    COPILOT_OFFLINE: 'true',
    COPILOT_PROVIDER_MAX_PROMPT_TOKENS: '1000000',
  }),
  start: (prompt) => ['-p', prompt, '--allow-all-tools'],
  goOn: (prompt) => ['--continue', '-p', prompt, '--allow-all-tools'],
}

/** Run by the tests. */
export const AGENTS: readonly Agent[] = [
  pi('Anthropic', 'anthropic', 'claude-sonnet-4-5', LARGE),
  pi('Chat', 'local', 'local-model', SMALL),
  pi('Responses', 'openai', 'gpt-5', SMALL),
  pi('Gemini', 'google', 'gemini-2.5-pro', SMALL),
  gemini,
  qwen('chat'),
]

/** Run at night: too large, or too slow. */
export const NIGHTLY: readonly Agent[] = [
  qwen('anthropic'),
  claude,
  codex('Codex websocket', (url) => ['-c', `openai_base_url="${url}/v1"`]),
  codex('Codex HTTP', (url) => [
    '-c',
    'model_provider=dp',
    '-c',
    `model_providers.dp={name="dp",base_url="${url}/v1",env_key="OPENAI_API_KEY",wire_api="responses",supports_websockets=false}`,
  ]),
  opencode,
  openclawServed,
  goose,
  copilot,
]

/** The words that start an agent; undefined when it is not installed. */
export function programOf(agent: Agent): string[] | undefined {
  const file = clientFile(agent.program)
  return file === undefined ? undefined : agent.isNative ? [file] : [process.execPath, file]
}
