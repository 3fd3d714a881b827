/** Index time, size and search time at 1,000, 10,000 and 100,000 units. */
import { rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sqliteIndexStore } from '../../packages/daypack/src/drivers/sqlite/index.ts'
import { createSearcher } from '../../packages/daypack/src/memory/search/searcher.ts'
import { daypack, fts5, minisearch, orama, type Engine, type File } from './engines.ts'
import { percentile } from './measures.ts'
import { squad } from './sets.ts'

export type SpeedRow = {
  units: number
  engine: string
  indexMs: number
  bytes: number | undefined
  p50: number
  p99: number
  cpu50: number
}

const UNITS_PER_FILE = 10
const QUERIES = 300

export async function measureSpeed(sizes: readonly number[], log: (line: string) => void): Promise<SpeedRow[]> {
  const rows: SpeedRow[] = []
  const queries = squad('', 'xquad/xquad.en.json.gz', 'paragraph')
    .questions.map(({ text }) => text)
    .slice(0, QUERIES)
  for (const units of sizes) {
    const files = notes(units)
    for (const open of [daypack, fts5, minisearch, orama]) {
      if (open === orama && units > 10_000) continue
      const row = await measure(await open(), files, queries, units)
      rows.push(row)
      log(
        `${units} units | ${row.engine} | index ${row.indexMs.toFixed(0)} ms | p50 ${row.p50.toFixed(2)} p99 ${row.p99.toFixed(2)} ms (cpu p50 ${row.cpu50.toFixed(2)})`,
      )
    }
  }
  return rows
}

/** Opening an index of that size and answering the first query, and what one changed note costs. */
export async function measureOpening(
  units: number,
): Promise<{ openMs: number; writeMs: number; bytes: number; rss: number }> {
  const file = path.join(tmpdir(), `daypack-bench-open-${process.pid}.sqlite`)
  const open = () => createSearcher({ store: sqliteIndexStore({ file }), now: Date.now })
  const first = open()
  await first.indexMany(notes(units))
  await first.close()
  const started = performance.now()
  const second = open()
  await second.search('rainforest deforestation')
  const openMs = performance.now() - started
  const times: number[] = []
  for (let round = 0; round < 21; round++) {
    const from = performance.now()
    await second.index('memory/changed.md', `- changed in round ${round}\n`)
    await second.search(`changed round ${round}`)
    times.push(performance.now() - from)
  }
  await second.close()
  const bytes = statSync(file).size
  for (const ending of ['', '-wal', '-shm']) rmSync(file + ending, { force: true })
  return { openMs, writeMs: percentile(times, 0.5), bytes, rss: process.memoryUsage.rss() }
}

async function measure(
  engine: Engine,
  files: readonly File[],
  queries: readonly string[],
  units: number,
): Promise<SpeedRow> {
  const started = performance.now()
  await engine.index(files)
  const indexMs = performance.now() - started
  for (const query of queries.slice(0, 20)) await engine.search(query, 5)
  const times: number[] = []
  const cpu: number[] = []
  for (const query of queries) {
    const before = process.cpuUsage()
    const from = performance.now()
    await engine.search(query, 5)
    times.push(performance.now() - from)
    const used = process.cpuUsage(before)
    cpu.push((used.user + used.system) / 1000)
  }
  const bytes = engine.bytes?.()
  await engine.close?.()
  return {
    units,
    engine: engine.name,
    indexMs,
    bytes,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    cpu50: percentile(cpu, 0.5),
  }
}

/** Sentences of real paragraphs, with words exchanged by a fixed generator so that no two are alike. */
function notes(units: number): File[] {
  let seed = 1
  const random = (below: number): number => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff
    return seed % below
  }
  const { files } = squad('', 'xquad/xquad.en.json.gz', 'paragraph')
  const sentences = files.flatMap(({ text }) => text.split(/(?<=[.!?])\s+/)).filter((sentence) => sentence.length > 30)
  const words = sentences.flatMap((sentence) => sentence.split(' '))
  return Array.from({ length: units / UNITS_PER_FILE }, (_, file) => {
    const items = Array.from({ length: UNITS_PER_FILE }, () => {
      const item = (sentences[random(sentences.length)] as string).split(' ')
      for (let change = 0; change < 4; change++) item[random(item.length)] = words[random(words.length)] as string
      return `- ${item.join(' ')} n${random(50_000)}`
    })
    return { path: `memory/note-${file}.md`, text: `# Note ${file}\n\n${items.join('\n')}\n` }
  })
}

export function speedTable(rows: readonly SpeedRow[]): string {
  const head = '| units | engine | index s | MB on disk | p50 ms | p99 ms | CPU p50 ms |\n|---|---|---|---|---|---|---|'
  const body = rows.map((row) =>
    [
      row.units,
      row.engine,
      (row.indexMs / 1000).toFixed(1),
      row.bytes === undefined ? '–' : (row.bytes / 1e6).toFixed(1),
      row.p50.toFixed(2),
      row.p99.toFixed(2),
      row.cpu50.toFixed(2),
    ].join(' | '),
  )
  return [head, ...body.map((line) => `| ${line} |`)].join('\n')
}
