import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { literal } from '../language/pattern.ts'

/** Where bytes of something still stand. */
export type Trace = { readonly file: string; readonly times: number }

/**
 * Search every byte below a folder for these texts, plain and as JSON writes them, in any case. A phrase counts only where
 * it stands as words of its own: `tea` leaves no trace in `team`.
 */
export async function bytesLeft(
  dir: string,
  texts: readonly string[],
  phrases: readonly string[] = [],
): Promise<Trace[]> {
  const whole = bytesOf(texts)
  const asWords = bytesOf(phrases).map(
    (bytes) => `${/^\w/.test(bytes) ? FREE_BEFORE : ''}${bytes}${/\w$/.test(bytes) ? FREE_BEHIND : ''}`,
  )
  if (whole.length + asWords.length === 0) return []
  const pattern = new RegExp([...whole, ...asWords].join('|'), 'gi')
  const longest = Math.max(...[...texts, ...phrases].map((text) => Buffer.byteLength(JSON.stringify(text))))
  const entries = await readdir(dir, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(dir, join(parentPath, name)))
  const traces: Trace[] = []
  for (const file of files.toSorted()) {
    const times = await occurrences(join(dir, file), pattern, longest).catch(() => 0)
    if (times > 0) traces.push({ file: file.split(sep).join('/'), times })
  }
  return traces
}

/** Behind `\n` in JSON a word begins, too. */
const FREE_BEFORE = String.raw`(?:(?<![a-z0-9])|(?<=\\[a-z]))`
const FREE_BEHIND = '(?![a-z0-9])'

/** Sources of patterns, for texts of which each character is a byte. */
function bytesOf(texts: readonly string[]): string[] {
  const forms = texts.filter((text) => text.trim() !== '').flatMap((text) => [text, JSON.stringify(text).slice(1, -1)])
  return [...new Set(forms)].map((form) => literal(Buffer.from(form).toString('latin1')))
}

async function occurrences(file: string, pattern: RegExp, longest: number): Promise<number> {
  let [times, before, done] = [0, '', 0]
  for await (const piece of createReadStream(file, { encoding: 'latin1' })) {
    const text = before + String(piece)
    for (const { index, 0: found } of text.matchAll(pattern)) {
      // What ends with the piece may go on in the next one.
      if (index < done || index + found.length >= text.length) continue
      times++
      done = index + found.length
    }
    before = text.slice(-longest)
    done = Math.max(0, done - (text.length - before.length))
  }
  for (const { index } of before.matchAll(pattern)) if (index >= done) times++
  return times
}
