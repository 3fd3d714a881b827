import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { notesOf, packOptions, placeOf, presetName, storedFolders, windowOf } from './pack-options.ts'
import type { Config } from './schema.ts'

const dir = mkdtempSync(path.join(tmpdir(), 'daypack-options-'))
afterAll(() => rmSync(dir, { recursive: true }))

describe('what the library is told', () => {
  const told = (config: Config, env: Record<string, string> = {}) => {
    const { preset, memory, ...rest } = packOptions(config, dir, env)
    const plain =
      memory === false || memory === undefined
        ? memory
        : { ...memory, ...('embed' in memory && { embed: typeof memory.embed }) }
    return JSON.parse(JSON.stringify({ ...rest, memory: plain }).replaceAll(dir, '<dir>')) as unknown
  }
  test.each<{ config: Config; env?: Record<string, string>; options: object }>([
    { config: {}, options: { dir: '<dir>/.daypack', memory: {}, tuning: {} } },
    {
      config: {
        window: 5_000,
        maxOutput: 6,
        retentionDays: 7,
        language: 'zh',
        models: { m: { window: 9_000 } },
        dir: 'w',
      },
      options: {
        dir: '<dir>/w',
        window: 5_000,
        retention: 7,
        memory: {},
        tuning: { models: { m: { window: 9_000 } }, maxOutput: 6, language: 'zh' },
      },
    },
    {
      config: { memory: { enabled: false }, dir: 'postgres://h/d' },
      options: { dir: '<dir>/.daypack', memory: false, tuning: {} },
    },
    {
      config: { memory: { flush: false, schedule: false, dir: 'notes' } },
      options: {
        dir: '<dir>/.daypack',
        memory: { flush: false, schedule: false },
        tuning: { folders: { notes: '<dir>/notes' } },
      },
    },
    {
      config: {
        memory: { keyword: true, embedding: { maxCacheSize: 3 } },
      },
      options: {
        dir: '<dir>/.daypack',
        memory: {
          tuning: {
            search: { keyword: true, embeddingCacheSize: 3 },
          },
        },
        tuning: {},
      },
    },
    {
      config: { memory: { embedding: { cache: false, maxCacheSize: 3, baseUrl: 'http://e', model: 'm' } } },
      options: {
        dir: '<dir>/.daypack',
        memory: { embed: 'object', tuning: { search: { embeddingCacheSize: 0 } } },
        tuning: {},
      },
    },
    {
      config: { memory: { embedding: { apiKeyEnv: 'KEY' } } },
      env: { KEY: 'k' },
      options: { dir: '<dir>/.daypack', memory: { embed: 'object' }, tuning: {} },
    },
    {
      config: { memory: { embedding: { apiKeyEnv: 'KEY' } } },
      options: { dir: '<dir>/.daypack', memory: {}, tuning: {} },
    },
    {
      config: { memory: { backend: 'chroma' } },
      env: { DAYPACK_PG_URL: 'pg', DAYPACK_CHROMA_URL: 'c' },
      options: { dir: '<dir>/.daypack', memory: { backend: { name: 'chroma', url: 'c' } }, tuning: {} },
    },
    {
      config: { memory: { backend: 'local' } },
      options: { dir: '<dir>/.daypack', memory: { backend: 'local' }, tuning: {} },
    },
  ])('$config', ({ config, env, options }) => expect(told(config, env)).toEqual(options))

  test.each<[Config, string]>([
    [{}, 'daypack'],
    [{ copaw: {} }, 'copaw'],
    [{ qwenpaw: {}, claudeCode: {} }, 'qwenpaw'],
    [{ claudeCode: {}, miniClaude: {} }, 'miniClaude'],
    [{ preset: 'daypack', copaw: {} }, 'daypack'],
  ])('%j is by the preset %s', (config, name) => expect(presetName(config)).toBe(name))

  test.each<[Config, string | undefined, number]>([
    [{}, undefined, 200_000],
    [{ window: 7 }, 'anthropic:claude-sonnet-4-5', 7],
    [{ model: 'openai:gpt-4' }, undefined, 8_192],
    [{ models: { mine: { window: 3_000 } } }, 'openai-compatible:mine', 3_000],
  ])('%j with the model %s has a window of %d', (config, model, window) =>
    expect(windowOf(config, ...(model === undefined ? [] : [model]))).toBe(window),
  )

  test('notes are in the folder itself for CoPaw and QwenPaw, once there are some', () => {
    const [with_, without] = ['with', 'without'].map((name) => path.join(dir, name)) as [string, string]
    mkdirSync(path.join(with_, 'memory'), { recursive: true })
    mkdirSync(without)
    const names: Config[] = [
      { preset: 'copaw' },
      { preset: 'qwenpaw' },
      { preset: 'daypack' },
      { memory: { dir: 'n' } },
    ]
    expect(names.map((config) => [with_, without].map((cwd) => notesOf(config, cwd)?.replace(dir, '')))).toEqual([
      ['/with', undefined],
      ['/with', undefined],
      [undefined, undefined],
      ['/with/n', '/without/n'],
    ])
    expect([storedFolders({ preset: 'copaw' }), storedFolders({})]).toEqual([[], []])
  })
})

test('a workspace is a folder of the project, or a database', () => {
  expect([placeOf({ dir: 'postgres://h/d' }, dir), placeOf({ dir: 'w' }, dir).replace(dir, '')]).toEqual([
    'postgres://h/d',
    '/w',
  ])
})
