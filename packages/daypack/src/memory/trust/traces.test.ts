import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporary } from '../../../test/temporary.ts'
import { bytesLeft } from './traces.ts'

const dir = temporary()
let places = 0
async function left(text: string, texts: string[], phrases: string[] = []): Promise<number> {
  const place = join(dir, `place-${++places}`)
  mkdirSync(join(place, 'deep'), { recursive: true })
  writeFileSync(join(place, 'deep', 'file.md'), text)
  const found = await bytesLeft(place, texts, phrases)
  return found[0]?.times ?? 0
}

test('a text is found at the start, at the end, in any case and as JSON writes it', async () => {
  expect(await left('heron lands', ['heron'])).toBe(1)
  expect(await left('lands a Heron', ['heron'])).toBe(1)
  expect(await left('heron', ['heron'])).toBe(1)
  expect(await left('say \\"no\\"', ['say "no"'])).toBe(1)
  expect(await left('heron heron heron', ['heron'])).toBe(3)
  expect(await left('', ['heron'])).toBe(0)
})

test('a phrase counts only where it stands as words of its own', async () => {
  for (const text of ['tea', 'my tea.', 'tea, please', '"tea"', '\\ntea', '{tea}', 'tea|', '`tea`', '/tea:', 'étea'])
    expect([text, await left(text, [], ['tea'])]).toEqual([text, 1])
  for (const text of ['team', 'my steam', 'teas', 'estea', '0tea', '9tea', 'tea0', 'tea9', 'atea', 'teaz'])
    expect([text, await left(text, [], ['tea'])]).toEqual([text, 0])
})

test('a phrase that begins or ends in a mark has its border there', async () => {
  expect(await left('x(tea)y', [], ['(tea)'])).toBe(1)
  expect(await left('x(tea y', [], ['(tea'])).toBe(1)
  expect(await left('x(team y', [], ['(tea'])).toBe(0)
  expect(await left('x tea)y', [], ['tea)'])).toBe(1)
  expect(await left('xtea)y', [], ['tea)'])).toBe(0)
})

/** Files are read in pieces of this many bytes. */
const PIECE = 64 * 1024
const around = (at: number, word: string, length: number) => `${' '.repeat(at)}${word}${' '.repeat(length - at)}`

test('what lies across two pieces of a large file is found once', async () => {
  for (const at of [PIECE - 6, PIECE - 5, PIECE - 3, PIECE, PIECE + 1, 2 * PIECE - 2, 3 * PIECE - 5])
    for (const [texts, phrases] of [[['heron']], [[], ['heron']]] as string[][][])
      expect([at, await left(around(at, 'heron', 4 * PIECE), texts ?? [], phrases)]).toEqual([at, 1])
})

test('a word that goes on in the next piece is another word', async () => {
  for (const at of [PIECE - 5, 2 * PIECE - 5]) {
    expect(await left(around(at, 'herons', 3 * PIECE), [], ['heron'])).toBe(0)
    expect(await left(around(at - 1, 'aheron', 3 * PIECE), [], ['heron'])).toBe(0)
  }
})

test('as bytes a text is longer than as letters, and as JSON longer still', async () => {
  const text = '"好好好好好好好好好好"'
  const bytes = Buffer.byteLength(JSON.stringify(text))
  for (let before = 0; before < bytes; before++) {
    expect([before, await left(around(PIECE - before, JSON.stringify(text), 2 * PIECE), [text])]).toEqual([before, 1])
  }
})

test('several files, by name; links are not followed, and nothing to look for is found nowhere', async () => {
  const place = join(dir, 'several')
  mkdirSync(join(place, 'b'), { recursive: true })
  for (const name of ['c', 'b/a', 'a', 'b.md', 'none'])
    writeFileSync(join(place, name), name === 'none' ? 'rain' : 'heron, then tea')
  symlinkSync(join(place, 'c'), join(place, 'link'))
  const all = ['a', 'b.md', 'b/a', 'c']
  expect(await bytesLeft(place, ['heron'])).toEqual(all.map((file) => ({ file, times: 1 })))
  expect(await bytesLeft(place, ['heron'], ['tea'])).toEqual(all.map((file) => ({ file, times: 2 })))
  expect(await bytesLeft(place, ['', ' '], ['', '\n'])).toEqual([])
})
