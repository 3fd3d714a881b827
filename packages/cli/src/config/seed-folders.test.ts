// Settings found in a folder of CoPaw, QwenPaw, mini-claude or Claude Code: which are taken, and what is said of the rest.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { Config } from './schema.ts'
import { seedLayers } from './seed-folders.ts'

let root = ''
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'daypack-seeds-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  mkdirSync(path.join(root, 'cwd'))
})
const put = (name: string, value: unknown) => {
  const file = path.join(root, name)
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, typeof value === 'string' ? value : JSON.stringify(value))
}
const plain = <T>(value: T) => JSON.parse(JSON.stringify(value).replaceAll(root, '')) as T
function layers(config: Config = {}, env: Record<string, string> = {}) {
  const told: string[] = []
  const found = seedLayers(config, {
    env: { HOME: path.join(root, 'home'), ...env },
    cwd: path.join(root, 'cwd'),
    told,
  })
  return plain({ layers: found.map(({ name, config: own }) => [name, own] as const), told })
}
const AGENT = { running: { max_input_length: 9_000 } }
const EMBEDDING = { backend: 'openai', base_url: 'http://e', model_name: 'm' }

describe('whose folder it is', () => {
  test('QwenPaw by its agent.json, before CoPaw by its config.json, before mini-claude', () => {
    const system = () => layers().told[0]?.replace(/^(\S+) makes this a folder of (\S+): preset (\S+)\.$/, '$2 $3 $1')
    expect(layers()).toEqual({ layers: [], told: [] })
    mkdirSync(path.join(root, 'cwd/.mini-claude'))
    expect(system()).toBe('mini-claude miniClaude /cwd/.mini-claude')
    put('cwd/config.json', { agents: {} })
    expect(system()).toBe('CoPaw copaw /cwd/config.json')
    put('cwd/agent.json', AGENT)
    expect(system()).toBe('QwenPaw qwenpaw /cwd/agent.json')
  })
  test('nobody’s where a preset or anything of one is chosen, and another program’s config.json is no sign', () => {
    put('cwd/config.json', { agents: {} })
    for (const config of [{ preset: 'daypack' }, { claudeCode: {} }] as Config[])
      expect([config, layers(config)]).toEqual([config, { layers: [], told: [] }])
    put('cwd/config.json', { agents: [] })
    expect(layers()).toEqual({ layers: [], told: [] })
  })
  test('its notes lie in the folder itself, unless a workspace has some already', () => {
    put('cwd/config.json', { agents: {} })
    const first = () => layers().layers[0]?.[1]
    expect(first()).toEqual({ preset: 'copaw', memory: { dir: '/cwd' } })
    put('cwd/agent.json', AGENT)
    expect(first()).toEqual({ preset: 'qwenpaw', memory: { dir: '/cwd' } })
    rmSync(path.join(root, 'cwd/agent.json'))
    put('cwd/.daypack/MEMORY.md', '- tea\n')
    expect(first()).toEqual({ preset: 'copaw' })
    rmSync(path.join(root, 'cwd/config.json'))
    mkdirSync(path.join(root, 'cwd/.mini-claude'))
    expect(first()).toEqual({ preset: 'miniClaude' })
  })
})

describe('in the presets of CoPaw and QwenPaw', () => {
  const copaw: Config = { preset: 'copaw' }
  test('the language of config.json: of the folder, else of the home folder; the rest is named', () => {
    put('home/.copaw/config.json', { agents: { language: 'ru' } })
    expect(layers(copaw)).toEqual({ layers: [['/home/.copaw/config.json', { language: 'en' }]], told: [] })
    put('cwd/config.json', { agents: { language: 'zh', running: 1 }, channels: {} })
    expect(layers(copaw)).toEqual({
      layers: [['/cwd/config.json', { language: 'zh' }]],
      told: ['/cwd/config.json: No counterpart here for: channels, agents.running.'],
    })
    put('cwd/config.json', { agents: {} })
    expect(layers(copaw).layers).toEqual([['/cwd/config.json', {}]])
    expect(layers({ preset: 'daypack' }).layers).toEqual([])
  })
  test('the provider in use, unless a model or a provider is set', () => {
    put('home/.copaw/providers.json', { active_llm: { provider_id: 'deepseek', model: 'm' } })
    const own = ['/home/.copaw/providers.json', { model: 'm', provider: expect.anything() as unknown }]
    expect(layers(copaw).layers).toEqual([own])
    expect(layers({ ...copaw, model: 'x' }).layers).toEqual([])
    expect(layers({ ...copaw, provider: { name: 'openai' } }).layers).toEqual([])
  })
})

describe('agent.json, in the preset of QwenPaw alone', () => {
  const qwenpaw: Config = { preset: 'qwenpaw' }
  const from = (env: Record<string, string> = {}) => layers(qwenpaw, env).layers.map(([name]) => name)
  test('of the folder, else of the agent in use', () => {
    put('home/.qwenpaw/workspaces/default/agent.json', AGENT)
    put('home/.qwenpaw/workspaces/ada/agent.json', AGENT)
    put('else/workspaces/default/agent.json', AGENT)
    expect([from(), from({ QWENPAW_AGENT_ID: 'ada' }), from({ QWENPAW_WORKING_DIR: path.join(root, 'else') })]).toEqual(
      [
        ['/home/.qwenpaw/workspaces/default/agent.json'],
        ['/home/.qwenpaw/workspaces/ada/agent.json'],
        ['/else/workspaces/default/agent.json'],
      ],
    )
    put('cwd/agent.json', AGENT)
    expect(from()).toEqual(['/cwd/agent.json'])
    expect(layers({ preset: 'copaw' }).layers).toEqual([])
  })
  test('one that comes with a project does not say where requests go; the user’s own may', () => {
    const agent = { ...AGENT, running: { ...AGENT.running, embedding_config: EMBEDDING } }
    put('cwd/agent.json', agent)
    const project = layers(qwenpaw)
    expect([JSON.stringify(project.layers).includes('http://e'), project.told]).toEqual([
      false,
      expect.arrayContaining([
        '/cwd/agent.json: embedding_config is not taken from a project; set EMBEDDING_BASE_URL and EMBEDDING_MODEL_NAME.',
      ]),
    ])
    const own = layers(qwenpaw, { QWENPAW_WORKING_DIR: path.join(root, 'w') })
    expect(own.told.some((line) => line.includes('embedding_config is not taken'))).toBe(true)
    rmSync(path.join(root, 'cwd/agent.json'))
    put('home/.qwenpaw/workspaces/default/agent.json', agent)
    expect(JSON.stringify(layers(qwenpaw).layers)).toContain('http://e')
  })
})

describe('.claude/', () => {
  const SET = { cleanupPeriodDays: 9 }
  const from = (config: Config, env: Record<string, string> = {}) => layers(config, env).layers.map(([name]) => name)
  test('of the project in every preset, of the home folder in Claude Code’s own', () => {
    put('cwd/.claude/settings.json', SET)
    put('cwd/.claude/settings.local.json', SET)
    put('home/.claude/settings.json', SET)
    put('own/settings.json', SET)
    const project = ['/cwd/.claude/settings.json', '/cwd/.claude/settings.local.json']
    expect([from({}), from({ preset: 'copaw' })]).toEqual([project, project])
    expect([from({ preset: 'claudeCode' }), from({ preset: 'miniClaude' })]).toEqual([
      ['/home/.claude/settings.json', ...project],
      ['/home/.claude/settings.json', ...project],
    ])
    expect(from({ preset: 'claudeCode' }, { CLAUDE_CONFIG_DIR: path.join(root, 'own') })[0]).toBe('/own/settings.json')
  })
  test('what says nothing of ours is no layer; what is no JSON is passed over, and that is said', () => {
    put('cwd/.claude/settings.json', { hooks: {} })
    put('cwd/.claude/settings.local.json', '{')
    expect(layers()).toEqual({
      layers: [],
      told: [
        '/cwd/.claude/settings.json: No counterpart here for: hooks.',
        '/cwd/.claude/settings.local.json is not valid JSON and was passed over.',
      ],
    })
  })
})
