// The examples of CoPaw's "Memory & Compaction": keyword score, fusion of both searches, semantic recall, files.
// Run: node --conditions=daypack-source examples/seeds/copaw-memory.ts
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createDaypack } from 'daypack'
import { hitRatio, remeFusion } from '../../packages/daypack/src/memory/search/reme.ts'
import { comparison } from './compare.ts'

const { row, end } = comparison('CoPaw memory (002)')

row(
  '"database connection timeout" in a text with two of its words',
  '0.67',
  hitRatio('database connection timeout', 'the database had a timeout').toFixed(2),
)
row(
  'all words as a phrase, capped',
  '1.00',
  hitRatio('database connection timeout', 'a database connection timeout').toFixed(2),
)
const fused = (vector: number, keyword: number) => remeFusion(vector, keyword).toFixed(3)
row('fused score, rank 1', '0.895', fused(0.85, 1))
row('fused score, rank 2', '0.546', fused(0.78, 0))
row('fused score, rank 3', '0.430', fused(0.4, 0.5))

const dir = mkdtempSync(path.join(tmpdir(), 'daypack-memory-'))
try {
  writeFileSync(
    path.join(dir, 'MEMORY.md'),
    '- Fixed null pointer exception in handleWebSocketReconnect\n- ECONNREFUSED when the database is down\n',
  )
  const pack = await createDaypack({ dir, preset: 'copaw', memory: { schedule: false, tuning: { watch: false } } })
  await pack.memory.ready()
  const finds = async (query: string) => (await pack.memory.search(query)).hits.some((hit) => hit.text.includes(query))
  row('search finds handleWebSocketReconnect', true, await finds('handleWebSocketReconnect'))
  row('search finds ECONNREFUSED', true, await finds('ECONNREFUSED'))
  await pack.memory.remember('The project uses Python 3.12.')
  await pack.close()
  row(
    '"remember this" is in MEMORY.md at once',
    true,
    readFileSync(path.join(dir, 'MEMORY.md'), 'utf8').includes('Python 3.12'),
  )
  row('one MEMORY.md', 1, readdirSync(dir).filter((name) => /^memory\.md$/i.test(name)).length)
} finally {
  rmSync(dir, { recursive: true, force: true })
}
end()
