import { readdirSync, readFileSync } from 'node:fs'
import { PassThrough } from 'node:stream'
import path from 'node:path'
import { expect, test } from 'vitest'
import { clean, cleanJson, cleanStream, rawStream } from './clean.ts'

const ATTACKS = [
  '\u001b[2J\u001b[H',
  '\u001b]0;title\u0007',
  '\u001b]8;;http://evil.example\u001b\\here\u001b]8;;\u001b\\',
  '\u001b]52;c;ZXZpbA==\u0007',
  '\u009b31m',
  '\u008d',
  'a\rb',
  'a\bb',
  '\u007f',
  '\u202egnp.exe',
  '\u2066x\u2069',
  '\u{e0041}',
]

test.each(ATTACKS)('F-68: %j shows and is not obeyed', (attack) => {
  expect(clean(`<${attack}>`)).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/)
  const json = cleanJson({ [attack]: attack })
  expect(clean(json)).toBe(json)
  expect(JSON.parse(json)).toEqual({ [attack]: attack })
})

test('F-68: plain text, line ends, tabs and emoji stay', () => {
  const text = '\rline\tone\r\n世界 👩‍👩‍👧 naïve\n'
  expect(clean(text)).toBe(text)
})

test('F-68: a stream cleans whatever is written to it', () => {
  const stream = new PassThrough() as unknown as NodeJS.WriteStream & PassThrough
  cleanStream(stream)
  cleanStream(stream)
  stream.write('a\u001b[31mb\n')
  rawStream(stream).write('\u001b[1Gc\n')
  expect(String(stream.read())).toBe('a[31mb\n\u001b[1Gc\n')
})

test('F-68: nothing goes around it: streams are cleaned first thing, and only a line editor, protocols and data get them raw', () => {
  const src = path.join(import.meta.dirname, '..')
  const main = readFileSync(path.join(src, 'main.ts'), 'utf8')
  expect(main.indexOf('cleanStream(')).toBeLessThan(main.indexOf('console.'))
  const users = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.endsWith('clean.ts'))
    .filter((name) => /rawStream\(|writeSync\(1|fs\.write|\/dev\/tty/.test(readFileSync(path.join(src, name), 'utf8')))
  expect(users.toSorted()).toEqual([
    'chat/terminal/plain.ts',
    'chat/terminal/screen.ts',
    'commands/hooks.ts',
    'commands/mcp.ts',
    'commands/transfer.ts',
  ])
})
