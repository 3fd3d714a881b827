import { mkdirSync, writeFileSync } from 'node:fs'
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

test('what lies across two pieces of a large file is found once', async () => {
  const size = 4 * 1024 * 1024
  for (const at of [size - 5, size - 3, size, size + 1])
    expect([at, await left(`${'.'.repeat(at)}heron${'.'.repeat(99)}`, ['heron'])]).toEqual([at, 1])
})
