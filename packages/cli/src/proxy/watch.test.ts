import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { cleanStream } from '../show/clean.ts'
import { watchStatus } from './watch.ts'

function screen() {
  const written: string[] = []
  const out = { isTTY: false, write: (text: string) => written.push(text) > 0 } as unknown as NodeJS.WriteStream
  return { written, out }
}

test('a proxy that does not answer for a moment ends no watch, and is shown again when it does', async () => {
  const { written, out } = screen()
  const stop = Promise.withResolvers<undefined>()
  let asked = 0
  const ask = async (): Promise<string[]> => {
    asked++
    if (asked === 2) throw new Error('other side closed')
    if (asked === 3) stop.resolve(undefined)
    return [`session ${asked}`]
  }
  await watchStatus(ask, out, stop.promise)
  expect(written).toEqual([
    'session 1\n\n',
    'session 1\nThe proxy does not answer, asking again: other side closed\n\n',
    'session 3\n\n',
  ])
})

test('where no proxy answers at all, that is said at once', async () => {
  const { out } = screen()
  await expect(watchStatus(() => Promise.reject(new Error('no proxy')), out, new Promise(() => {}))).rejects.toThrow(
    'no proxy',
  )
})

test('on a terminal it is drawn over itself, and nothing a session says is obeyed', async () => {
  const out = Object.assign(new PassThrough(), { isTTY: true }) as unknown as NodeJS.WriteStream & PassThrough
  cleanStream(out)
  await watchStatus(async () => ['session \u001B[2Jone', 'second'], out, Promise.resolve())
  expect(String(out.read())).toBe('\u001B[Hsession [2Jone\u001B[K\nsecond\u001B[K\n\u001B[J')
})
