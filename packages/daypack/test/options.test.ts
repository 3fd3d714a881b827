import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { anthropic } from '../src/codecs/anthropic/index.ts'
import { openaiChat } from '../src/codecs/openai-chat/index.ts'
import { memoryDriver } from '../src/drivers/memory/index.ts'
import { createDaypack, isDaypackError, type DaypackOptions } from '../src/index.ts'
import { optionRules } from '../src/options.ts'
import { PRESET_NAMES } from '../src/presets/index.ts'
import { memoryRules, memoryTuningRules } from '../src/options.ts'
import { checkRuntime } from '../src/runtime.ts'
import { temporary } from './temporary.ts'

const driver = () => memoryDriver({ now: () => 0, zone: 'UTC' })
const opened = (options: object) => createDaypack(options as DaypackOptions)
const refusal = (options: object): Promise<string> =>
  opened(options).then(
    () => 'accepted',
    (error: unknown) => (isDaypackError(error, 'bad-config') ? error.message : `another error: ${String(error)}`),
  )

describe('F-35: createDaypack checks its options', () => {
  test.each([
    [{ widnow: 5 }, 'widnow: no such option; did you mean "window"?'],
    [{ Window: 64_000 }, 'did you mean "window"?'],
    [{ window: -5 }, 'window: expected a whole number of at least 1000, not -5'],
    [{ window: '200k' }, 'window: expected a whole number of at least 1000, not "200k"'],
    [{ window: Number.NaN }, 'not NaN'],
    [{ window: Infinity }, 'not Infinity'],
    [{ tuning: { maxOutput: -1 } }, 'maxOutput: expected a whole number of at least 0'],
    [{ preset: 'nope' }, 'preset: expected one of "daypack"'],
    [{ preset: 'constructor' }, 'preset: expected one of'],
    [{ tuning: { timing: 'slow' } }, 'timing: expected one of "tide", "eager"'],
    [{ tuning: { passes: [{}] } }, 'passes: expected an object with `name` and `propose`'],
    [{ tuning: { passes: 'all' } }, 'passes: expected a list'],
    [{ tuning: { prices: { cacheRead: -1, cacheWrite: 1, output: 5 } } }, 'prices: expected'],
    [{ tuning: { callCaps: { callsPerDay: 3 } } }, 'callsPerDay: no such option; did you mean "maxCallsPerDay"?'],
    [{ summarize: 'claude' }, 'summarize: expected a function'],
    [{ memory: { flsh: true } }, 'memory.flsh: no such option; did you mean "flush"?'],
    [{ memory: { watch: false } }, 'memory.watch: write it below memory.tuning: { tuning: { watch } }'],
    [{ memory: { tuning: { wach: false } } }, 'memory.tuning.wach: no such option; did you mean "watch"?'],
    [{ memory: true }, 'memory: expected one of false, or an object, not true'],
    [{ retention: true }, 'retention: expected'],
    [{ tuning: { now: 5 } }, 'now: expected a function, not 5'],
    [{ maxOutput: 5 }, 'maxOutput: write it below tuning: { tuning: { maxOutput } }'],
    [{ toString: 5 }, 'toString: no such option'],
  ])('%o', async (options, message) => {
    expect(await refusal({ driver: driver(), ...options })).toContain(message)
  })

  test('everything that is wrong is said at once', async () => {
    const said = await refusal({ window: -5, presett: 'copaw' })
    expect(said).toContain('window: expected')
    expect(said).toContain('did you mean "preset"?')
    expect(said).toContain('dir: write the folder')
  })

  test.each([[{}], [undefined], [null], ['./dir'], [[]]])('%o asks for a folder or a driver', async (options) => {
    expect(await refusal(options as never)).toMatch(/dir/)
  })

  test('a driver needs no folder', async () => {
    const pack = await createDaypack({ driver: driver() })
    await (await pack.session('a')).append({ role: 'user', blocks: [{ type: 'text', text: 'hello' }] })
    expect(await pack.sessions()).toEqual(['a'])
    await pack.close()
  })

  test('neither, or a wrong name, is no type', () => {
    // @ts-expect-error A folder or a driver is needed.
    const none: DaypackOptions = { window: 5_000 }
    // @ts-expect-error There is no such option.
    const typo: DaypackOptions = { dir: '.', widnow: 5_000 }
    expect([none, typo]).toHaveLength(2)
  })

  test('every preset opens by its name', async () => {
    for (const preset of PRESET_NAMES) {
      const pack = await opened({ driver: driver(), preset, window: 64_000 })
      expect((await pack.session('a')).view.head).toBe(0)
      await pack.close()
    }
  })

  test('there are at most twelve options', () => {
    expect(Object.keys(optionRules).length).toBeLessThanOrEqual(12)
  })

  test('G-132: and at most eight of memory, each with a row in the documentation', () => {
    const names = Object.keys(memoryRules)
    expect(names.length).toBeLessThanOrEqual(8)
    const page = readFileSync(path.resolve(import.meta.dirname, '../../../docs/memory.md'), 'utf8')
    for (const name of [...names, ...Object.keys(memoryTuningRules)]) expect(page).toContain(`\n| \`${name}\``)
  })

  test('an option that is undefined is left out', async () => {
    const pack = await opened({
      driver: driver(),
      window: undefined,
      preset: undefined,
      tuning: { passes: undefined, now: undefined },
    })
    expect(typeof (await pack.session('a')).view.head).toBe('number')
    await pack.close()
  })

  test.skipIf(process.platform !== 'linux')('a folder that can never be made fails, and does not hang', async () => {
    await expect(createDaypack({ dir: '/proc/daypack' })).rejects.toMatchObject({ name: 'DaypackError' })
  })

  test('a pack without memory can be spread; using it is refused by a promise', async () => {
    const pack = await createDaypack({ driver: driver(), memory: false })
    const copy = { ...pack }
    await expect(copy.memory.search('port')).rejects.toMatchObject({ code: 'bad-config' })
    await pack.close()
  })

  test('what returns a promise never throws at once', async () => {
    const pack = await createDaypack({ driver: driver(), warn: false })
    const session = await pack.session('a')
    const bad = undefined as never
    const calls = [
      () => session.prepare(bad, bad),
      () => session.render(bad, bad),
      () => session.record(bad, bad),
      () => session.append(bad),
      () => session.pin(99),
      () => session.undo({ seq: -1 }),
      () => session.expand(bad),
      () => session.overflow(bad),
      () => session.readBack(bad),
      () => pack.session(bad),
      () => pack.memory.search(bad),
      () => pack.memory.write(bad),
      () => pack.memory.forget(bad),
      () => pack.close(),
      () => pack.session('closed'),
    ]
    for (const call of calls) {
      const result = call()
      expect(result).toBeInstanceOf(Promise)
      await result.catch(() => undefined)
    }
  })
})

test('F-33: an old Node is told which is needed', () => {
  expect(() => checkRuntime({ node: '20.20.2' })).toThrow('This is Node 20.20.2; Daypack needs Node 22.13 or newer.')
  expect(() => checkRuntime({ node: '22.12.0' })).toThrow('22.13')
  for (const node of ['22.13.0', '24.0.0', '26.10.0']) expect(() => checkRuntime({ node })).not.toThrow()
})

describe('F-23: what keeps Daypack from its work is said once', () => {
  afterEach(() => vi.restoreAllMocks())

  test('a wrong codec, on the console by default', async () => {
    const said = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    const pack = await createDaypack({ driver: driver() })
    const session = await pack.session('a')
    for (let turn = 0; turn < 3; turn++) {
      const request = { contents: [{ role: 'user', parts: [{ text: 'hi' }] }] }
      const { request: sent, problem } = await session.prepare(anthropic, request as never)
      expect(sent).toBe(request)
      expect(problem).toBeDefined()
    }
    expect(said).toHaveBeenCalledTimes(1)
    expect(said.mock.calls[0]?.[0]).toMatch(
      /^daypack: Session "a" could not do all of its work: The codec anthropic can't read this request .* is it the codec of your provider\?$/,
    )
    await pack.close()
  })

  test.each([
    [
      'OpenAI Chat through the codec of Anthropic',
      anthropic,
      [
        { role: 'user', content: 'hi' },
        {
          role: 'assistant',
          content: null,
          tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }],
        },
        { role: 'tool', tool_call_id: 'c', content: 'x' },
      ],
    ],
    [
      'Anthropic through the codec of OpenAI Chat',
      openaiChat,
      [
        { role: 'user', content: 'hi' },
        { role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'f', input: {} }] },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', content: 'x' }] },
      ],
    ],
  ])('a format that looks alike: %s', async (_, codec, messages) => {
    const said: string[] = []
    const pack = await createDaypack({ driver: driver(), warn: (line) => void said.push(line) })
    const session = await pack.session('a')
    const request = { model: 'm', max_tokens: 10, messages }
    for (let turn = 0; turn < 2; turn++) {
      const { request: sent } = await session.prepare(codec, request as never)
      expect(sent).toBe(request)
    }
    expect(said).toHaveLength(1)
    expect(said[0]).toMatch(/its last message is one of .* is it the codec of your provider\?$/)
    await pack.close()
  })

  test('a log that can no longer be written', async () => {
    const lines: string[] = []
    const base = driver()
    const full = async () => {
      throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' })
    }
    const pack = await createDaypack({
      driver: { ...base, log: { ...base.log, append: full } },
      warn: (line) => lines.push(line),
    })
    const session = await pack.session('a')
    const request = { messages: [{ role: 'user', content: 'hello' }] }
    for (let turn = 0; turn < 3; turn++) await session.prepare(anthropic, request)
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain('no space left')
    await pack.close()
  })

  test('an embedding endpoint that is down', async () => {
    const lines: string[] = []
    const embed = {
      model: 'down',
      dimensions: 4,
      embed: async () => {
        throw new Error('connect ECONNREFUSED 127.0.0.1:9')
      },
    }
    const pack = await createDaypack({ dir: temporary(), memory: { embed }, warn: (line) => lines.push(line) })
    await pack.memory.remember('The staging database listens on port 5433.')
    const found = await pack.memory.search('port of staging')
    await pack.close()
    expect(JSON.stringify(found.hits)).toContain('5433')
    expect(lines).toEqual([
      'daypack: The embedding endpoint failed, so memory is searched by words alone: connect ECONNREFUSED 127.0.0.1:9',
    ])
  })

  test('or nothing at all, where that is wanted', async () => {
    const said = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    const pack = await createDaypack({ driver: driver(), warn: false })
    await (await pack.session('a')).prepare(anthropic, {} as never)
    expect(said).not.toHaveBeenCalled()
    await pack.close()
  })
})
