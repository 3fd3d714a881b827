// Commands in the folder of somebody who comes from CoPaw, QwenPaw, mini-claude or Claude Code.
import { once } from 'node:events'
import { mkdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { loadConfig } from '../../src/config/load.ts'
import { presetFrom, windowOf } from '../../src/config/pack-options.ts'
import { daypack, project, within, type Project } from '../run.ts'

let at: Project
beforeEach(() => {
  at = project()
})
afterEach(() => at.remove())

const COPAW = { DAYPACK_PRESET: 'copaw' }

test('G-64: `daypack memory` finds the notes of a CoPaw folder that has no workspace yet', async () => {
  at.file('Memory.md', '- The staging port is 8443.\n')
  const { out } = await within(at, ['memory', 'search', 'staging port'], COPAW)
  expect(out).toContain('8443')
})

test('G-64: a CoPaw folder without notes gets them in the folder itself, not in the workspace', async () => {
  at.file('config.json', JSON.stringify({ agents: { language: 'en' } }))
  await within(at, ['memory', 'add', 'The staging port is 8443.'])
  expect(readFileSync(path.join(at.dir, 'MEMORY.md'), 'utf8')).toContain('8443')
})

test('G-64: an embedding endpoint that does not answer is named by status and doctor', async () => {
  at.file('MEMORY.md', '- The staging port is 8443.\n')
  // One that refuses is asked once, one that is away is asked again for seconds.
  const refusing = createServer((_, outgoing) => outgoing.writeHead(401).end()).listen(0, '127.0.0.1')
  onTestFinished(() => void refusing.close())
  await once(refusing, 'listening')
  const env = {
    ...COPAW,
    EMBEDDING_BASE_URL: `http://127.0.0.1:${(refusing.address() as AddressInfo).port}/v1`,
    EMBEDDING_MODEL_NAME: 'e',
    EMBEDDING_API_KEY: 'k',
  }
  const status = await within(at, ['memory', 'status'], env)
  expect(status.out).toContain('The embedding endpoint does not answer')
  const doctor = await within(at, ['doctor'], env)
  expect(doctor.out).toMatch(/✗ vectors: The embedding endpoint/)
  expect([status.code, doctor.code]).toEqual([1, 1])
})

test('G-69: the advice for a wrong ratio is one that is taken', async () => {
  const { err, out } = await within(at, ['doctor'], { COPAW_MEMORY_COMPACT_RATIO: 'much' })
  const advice = /COPAW_MEMORY_COMPACT_RATIO=(\d+(?:\.\d+)?)/.exec(err + out)?.[1] ?? ''
  const again = await within(at, ['doctor'], { COPAW_MEMORY_COMPACT_RATIO: advice })
  expect(again.out).toContain('preset copaw')
})

test('G-63: `daypack compact --instruction` keeps what the instruction names, or says that it cannot', async () => {
  const talk = [
    'We decided on JWT because it is stateless.',
    ...Array.from({ length: 6 }, (_, n) => `Tell me about topic ${n} at some length, please, with all its details.`),
  ]
  await daypack(at, ['chat', '--model', 'scripted', '--preset', 'qwenpaw'], `${talk.join('\n')}\n`)
  const [{ id }] = JSON.parse((await within(at, ['sessions', '--json'])).out) as [{ id: string }]
  const env = { DAYPACK_PRESET: 'qwenpaw' }
  const kept = await within(at, ['compact', id, '--instruction', 'keep requirements and decisions only'], env)
  expect(kept.out).toContain('We decided on JWT')
  await within(at, ['undo', id], env)
  const lost = await within(at, ['compact', id, '--instruction', 'zebras'], env)
  expect(lost.out).toContain('The instruction needs a model')
})

const load = (env: Record<string, string> = {}) => loadConfig({ cwd: at.dir, env: { HOME: at.dir, ...env } })
const json = (name: string, value: unknown) => {
  mkdirSync(path.dirname(path.join(at.dir, name)), { recursive: true })
  at.file(name, JSON.stringify(value))
}

test('a folder of QwenPaw is known by its agent.json, in every command', async () => {
  json('agent.json', {
    agents: {
      running: {
        max_input_length: 64_000,
        light_context_config: { context_compact_config: { compact_threshold_ratio: 0.5 }, scroll_config: {} },
        embedding_config: { base_url: 'https://elsewhere/v1', model_name: 'e' },
      },
    },
  })
  at.file('MEMORY.md', '- The staging port is 8443.\n')
  const { config, notices } = load()
  expect([presetFrom(config).name, windowOf(config)]).toEqual(['qwenpaw', 64_000])
  expect(presetFrom(config).numbers).toMatchObject({ context_compact_config: { compact_threshold_ratio: 0.5 } })
  // A file that comes with a folder does not say where requests go.
  expect(config.memory?.embedding).toBeUndefined()
  expect(notices.join('\n')).toMatch(
    /folder of QwenPaw: preset qwenpaw[^]*scroll_config[^]*embedding_config is not taken/,
  )
  const found = await within(at, ['memory', 'search', 'staging port'])
  expect([found.out.includes('8443'), found.err.includes('scroll_config')]).toEqual([true, true])
  // Whoever chose a preset has it.
  expect(presetFrom(load({ DAYPACK_PRESET: 'copaw' }).config).name).toBe('copaw')
})

test('a folder of CoPaw is known by its config.json; what has no counterpart is named', async () => {
  json('config.json', { agents: { language: 'zh', installed_skills: ['a'] }, channels: {} })
  at.file('Memory.md', '- The staging port is 8443.\n')
  const { config, notices } = load()
  expect([presetFrom(config).name, config.language]).toEqual(['copaw', 'zh'])
  expect(notices.join('\n')).toContain('No counterpart here for: channels, agents.installed_skills.')
  expect((await within(at, ['memory', 'search', 'staging port'])).out).toContain('8443')
})

test('a config.json of anybody else changes nothing', () => {
  json('config.json', { port: 3_000 })
  expect(load()).toMatchObject({ config: {}, notices: [] })
})

test("Claude Code's settings are honoured or named; the user's come below the project's", () => {
  json('.claude/settings.json', { cleanupPeriodDays: 9, env: { CLAUDE_AUTOCOMPACT_PCT_OVERRIDE: '70', FOO: 'bar' } })
  json('.claude/settings.local.json', { permissions: { allow: [] }, hooks: {} })
  const { config, notices } = load({ DAYPACK_PRESET: 'claudeCode' })
  expect(config.retentionDays).toBe(9)
  expect(presetFrom(config).numbers).toMatchObject({ compactAt: 0.7 })
  expect(notices.join('\n')).toMatch(/settings\.json: No counterpart here for: env\.FOO\.\n[^]*: permissions, hooks\./)
  json('.claude/settings.local.json', { autoCompactEnabled: false })
  expect(presetFrom(load({ DAYPACK_PRESET: 'claudeCode' }).config).numbers).toMatchObject({ compactAt: 1 })
  // The default preset takes what it has a place for, and names the rest.
  const plain = load()
  expect(plain.config).toEqual({ retentionDays: 9 })
  expect(plain.notices.join('\n')).toMatch(/env\.CLAUDE_AUTOCOMPACT_PCT_OVERRIDE, env\.FOO\.[^]*: autoCompactEnabled\./)
  at.file('.claude/settings.json', '{ not JSON')
  expect(load().notices.join('\n')).toContain('settings.json is not valid JSON')
})

test('a replay in the folder of QwenPaw is by its preset, its window and its numbers', async () => {
  json('agent.json', { agents: { running: { max_input_length: 70_000 } }, channels: {} })
  json('talk.json', [
    { role: 'user', content: 'The staging port is 8443.' },
    { role: 'assistant', content: 'Noted.' },
  ])
  const { out, err } = await within(at, ['replay', 'talk.json', '--json'])
  expect(JSON.parse(out)).toMatchObject({ window: 70_000, ways: [{ name: 'qwenpaw' }, {}] })
  expect(err).toContain('No counterpart here for: channels.')
})

test('a folder of mini-claude is known by .mini-claude', () => {
  json('.mini-claude/sessions/a.json', {})
  json('.claude/settings.json', { permissions: { deny: ['Bash'] } })
  const { config, notices } = load()
  expect(presetFrom(config).name).toBe('miniClaude')
  expect(notices.join('\n')).toContain('No counterpart here for: permissions.')
})
