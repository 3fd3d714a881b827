import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { sentences } from '../../src/memory/write/extract.ts'
import { isStatement, kindOfStatement } from '../../src/memory/write/wording.ts'
import { NO_DATA, sharedData } from '../shared-data.ts'

const data = sharedData()

/** Every text in a file of JSON or of JSON lines. */
function texts(file: string): string[] {
  const raw = gunzipSync(readFileSync(path.join(data ?? '', file))).toString()
  const found: string[] = []
  const walk = (value: unknown): void => {
    if (typeof value === 'string') found.push(value)
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(walk)
  }
  const parts = file.endsWith('.jsonl.gz') ? raw.split('\n').filter(Boolean) : [raw]
  for (const part of parts) walk(JSON.parse(part))
  return found.filter((text) => text.length > 20)
}

// Nobody states a preference in an encyclopedia or in a compiler's output: whatever is taken there is junk.
test.skipIf(data === undefined).each([
  ['memory/xquad/xquad.es.json.gz', 0.1],
  ['memory/xquad/xquad.en.json.gz', 0.1],
  ['memory/xquad/xquad.zh.json.gz', 0.1],
  ['trajectories/pi-mono/large-session.jsonl.gz', 0.1],
])(
  `of the sentences of %s at most %s % pass for a person's statement${data === undefined ? ` (${NO_DATA})` : ''}`,
  (file, percent) => {
    const all = texts(file).flatMap(sentences)
    const taken = all.filter((sentence) => isStatement(sentence) && kindOfStatement(sentence) !== undefined)
    if (process.env['DAYPACK_FIGURES']) console.log(`${file}: ${taken.length} of ${all.length}`)
    expect(all.length).toBeGreaterThan(1000)
    expect(taken.length).toBeLessThanOrEqual((all.length * percent) / 100)
  },
)
