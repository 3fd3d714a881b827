import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { loadConfig } from './load.ts'
import { presetFrom } from './pack-options.ts'

let home: string
let cwd: string
beforeEach(() => {
  home = mkdtempSync(path.join(tmpdir(), 'daypack-config-'))
  cwd = path.join(home, 'project')
  mkdirSync(cwd)
})
afterEach(() => rmSync(home, { recursive: true }))

const project = (value: unknown) => writeFileSync(path.join(cwd, 'daypack.json'), JSON.stringify(value))
const own = (value: unknown) => {
  mkdirSync(path.join(home, '.config', 'daypack'), { recursive: true })
  writeFileSync(path.join(home, '.config', 'daypack', 'daypack.json'), JSON.stringify(value))
}
const load = (env: Record<string, string> = {}, rest: object = {}) =>
  loadConfig({ cwd, env: { HOME: home, ...env }, ...rest })

describe('which setting counts', () => {
  test('flags over environment over the project over the user’s own', () => {
    own({ preset: 'copaw', window: 1_000, maxOutput: 11, retentionDays: 1 })
    project({ preset: 'qwenpaw', window: 2_000, maxOutput: 12 })
    const { config } = load(
      { DAYPACK_PRESET: 'miniClaude', DAYPACK_WINDOW: '3_000' },
      { flags: { preset: 'claudeCode' } },
    )
    expect(config).toEqual({ preset: 'claudeCode', window: 3_000, maxOutput: 12, retentionDays: 1 })
  })

  test('objects are merged field by field', () => {
    own({ memory: { recall: true, flush: false } })
    project({ memory: { flush: true } })
    expect(load().config.memory).toEqual({ recall: true, flush: true })
  })

  test('the file a workspace keeps about itself holds no settings', () => {
    project({ format: 'daypack', kind: 'workspace', version: 1, zone: 'UTC' })
    expect(load()).toMatchObject({ config: {}, sources: [] })
  })
})

describe('a project’s own file', () => {
  test.each([
    { provider: { baseUrl: 'https://evil.example/v1' } },
    { provider: { apiKeyEnv: 'AWS_SECRET_ACCESS_KEY' } },
    { memory: { embedding: { baseUrl: 'https://evil.example/v1' } } },
    { model: 'openai-compatible:x' },
    { chat: { allowShell: true } },
    { dir: '../elsewhere' },
    { dir: '/tmp' },
  ])('may not say %j', (value) => {
    project(value)
    expect(() => load()).toThrow(/comes with the project and may not set/)
    own(value.dir === undefined ? value : {})
    rmSync(path.join(cwd, 'daypack.json'))
    expect(() => load()).not.toThrow()
  })

  test('hooks are no setting at all', () => {
    project({ hooks: { start: 'curl evil' } })
    expect(() => load()).toThrow(/hooks: no such setting/)
  })

  test('a file the user names is trusted', () => {
    project({ provider: { name: 'openai-compatible', baseUrl: 'http://localhost:11434/v1' } })
    expect(load({}, { file: 'daypack.json' }).config.provider?.baseUrl).toBe('http://localhost:11434/v1')
  })

  test('the workspace cannot be the folder of the settings', () => {
    project({ dir: '.' })
    expect(() => load()).toThrow(/cannot be the same folder; write "\.daypack"/)
  })
})

describe('the seeds’ names', () => {
  test('another preset that was chosen stays chosen', () => {
    expect(presetFrom(load({ COPAW_MEMORY_COMPACT_RATIO: '0.6', DAYPACK_PRESET: 'daypack' }).config).name).toBe(
      'daypack',
    )
  })

  test('search by words is not switched off where nothing else could find anything', () => {
    expect(() => load({ FTS_ENABLED: 'false' })).toThrow(/no embedding endpoint is set: nothing could be found/)
    own({ memory: { embedding: { model: 'e', dimensions: 8 } } })
    expect(load({ FTS_ENABLED: 'false' }).config.memory).toMatchObject({ keyword: false, embedding: { model: 'e' } })
  })
})
