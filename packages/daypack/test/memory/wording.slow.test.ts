import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { extract } from '../../src/memory/write/extract.ts'
import { sentences } from '../../src/memory/write/sentences.ts'
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
  return found.filter((text) => text.length > 300)
}

// Nobody states a preference in an encyclopedia or in a compiler's output: whatever is taken of a pasted page is junk.
test.skipIf(data === undefined).each([
  ['memory/xquad/xquad.es.json.gz', 3],
  ['memory/xquad/xquad.en.json.gz', 3],
  ['memory/xquad/xquad.zh.json.gz', 3],
  ['trajectories/pi-mono/large-session.jsonl.gz', 1],
])(
  `of a page of %s that a user pastes at most %s % of the sentences are noted${data === undefined ? ` (${NO_DATA})` : ''}`,
  (file, percent) => {
    const pages = texts(file)
    const said = pages.flatMap(sentences).length
    const noted = pages.flatMap((text) => extract({ heard: [{ by: 'user', text, seq: 1 }], calls: [] }))
    if (process.env['DAYPACK_FIGURES']) console.log(`${file}: ${noted.length} of ${said}`)
    expect(said).toBeGreaterThan(400)
    expect(noted.length).toBeLessThanOrEqual((said * percent) / 100)
  },
)
