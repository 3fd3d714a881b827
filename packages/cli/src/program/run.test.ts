// The command line: what is called with what, which numbers it takes, and with what code it ends.
import { Command, InvalidArgumentError } from 'commander'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { run } from '../program.ts'
import { addCommands } from './add-commands.ts'

afterEach(() => vi.restoreAllMocks())

/** Runs a command line; what was printed, what went beside it, and the exit code. */
async function ran(...args: string[]) {
  const [out, err]: [string[], string[]] = [[], []]
  vi.spyOn(console, 'log').mockImplementation((text: string) => void out.push(text))
  vi.spyOn(console, 'error').mockImplementation((text: string) => void err.push(text))
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => (out.push(String(text)), true))
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => (err.push(String(text)), true))
  const code = await run(args, '1.2.3')
  vi.restoreAllMocks()
  return { code, out: out.join('\n'), err: err.join('\n') }
}

describe('how it ends:', () => {
  test('0 where it is asked for itself', async () => {
    expect(await ran('--version')).toMatchObject({ code: 0, out: '1.2.3\n' })
    const help = await ran('--help')
    expect([help.code, help.out.includes('Exit codes: 0 success, 1 failure, 2 wrong usage.')]).toEqual([0, true])
    const own = await ran('replay', '--help')
    expect([own.code, own.out.includes('--version')]).toEqual([0, true])
  })
  test('2 where it is used wrongly, 1 where it fails', async () => {
    expect([(await ran('zebra')).code, (await ran('replay', '--zebra')).code]).toEqual([2, 2])
    expect(await ran('session', 'rm')).toMatchObject({ code: 2 })
    expect(await ran('memory', 'add', '')).toMatchObject({
      code: 2,
      err: 'daypack: An argument is empty.',
    })
    expect(await ran('replay', '/none/a')).toMatchObject({ code: 1, err: 'daypack: There is no /none/a.' })
    expect((await ran('replay', '../../../etc/none', '--preset', 'x')).code).toBe(2)
  })
})

/** What an option of a command is read as. */
function optionsOf(...args: string[]): unknown {
  const program = new Command('daypack').exitOverride().configureOutput({ writeErr: () => {} })
  addCommands(program, { version: '1', isBare: args.length === 0, done: () => {} })
  let found: unknown
  for (const one of [...program.commands, ...program.commands.flatMap(({ commands }) => commands)])
    one.action(function (this: Command) {
      found = { [this.name()]: this.opts() }
    })
  program.parse(args, { from: 'user' })
  return found
}

describe('what is typed:', () => {
  test('tokens as they are said, whole and above zero', () => {
    for (const [text, value] of [
      ['64000', 64_000],
      ['64k', 64_000],
      ['64K', 64_000],
      ['64_000', 64_000],
      ['64,000', 64_000],
      ['1', 1],
    ] as const)
      expect([text, optionsOf('replay', '--window', text)]).toEqual([text, { replay: { window: value } }])
    for (const text of ['0', '-1', '1.5', 'many', ''])
      expect(() => optionsOf('replay', '--window', text)).toThrow(/write a whole number such as 64000 or 64k/)
  })
  test('ports up to 65535, 0 for any', () => {
    const port = (text: string) => optionsOf('proxy', '--port', text)
    expect([port('0'), port('65535')]).toEqual([
      { proxy: expect.objectContaining({ port: 0 }) as object },
      { proxy: expect.objectContaining({ port: 65_535 }) as object },
    ])
    for (const text of ['65536', '-1', '1.5', 'x']) expect(() => port(text)).toThrow('write a number up to 65535.')
  })
  test('numbers, defaults, and options that may be given more than once', () => {
    expect(optionsOf('exam', '--max-cost', '0.5')).toEqual({ exam: { points: 3, window: 64_000, maxCost: 0.5 } })
    expect(optionsOf('proxy', '--upstream', 'a=1', '--upstream', 'b=2')).toEqual({
      proxy: expect.objectContaining({ upstream: ['a=1', 'b=2'] }) as object,
    })
  })
  test('nothing at all is the tour; an option alone is not', () => {
    expect(optionsOf()).toEqual({ tour: {} })
    expect(() => optionsOf('--dir', 'x')).toThrow(/unknown option/)
    expect(new InvalidArgumentError('x').code).toBe('commander.invalidArgument')
  })
  test('a command of a group is found below it, with the group’s options', () => {
    expect(optionsOf('memory', 'add', 'text', '--dir', 'd', '--user', 'ada')).toEqual({
      add: { dir: 'd', user: 'ada' },
    })
    expect(() => optionsOf('memory', 'zebra')).toThrow(/too many arguments/)
  })
})
