// Exact o200k counts, remembered for the whole run and between runs: all strategies count the same texts.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { o200k } from '../../packages/daypack/src/tokens/count.ts'

const exact = await o200k()
const known = new Map<string, number>()
const file = path.join(tmpdir(), 'daypack-bench-counts.json')
const stored = new Map<string, number>(
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as [string, number][]) : [],
)
const SHORT = 200
let isNew = false

export function count(text: string): number {
  let tokens = known.get(text)
  if (tokens === undefined) {
    tokens = text.length < SHORT ? exact.count(text) : storedCount(text)
    known.set(text, tokens)
  }
  return tokens
}

function storedCount(text: string): number {
  const key = createHash('sha256').update(text).digest('base64').slice(0, 22)
  let tokens = stored.get(key)
  if (tokens === undefined) {
    stored.set(key, (tokens = exact.count(text)))
    isNew = true
  }
  return tokens
}

/** Keep what was counted so far for the next run. */
export function keepCounts(): void {
  if (isNew) writeFileSync(file, JSON.stringify([...stored]))
  isNew = false
}
