/** Index time, size and search time at 1,000, 10,000 and 100,000 units; peers on the English text. */
import { rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sqliteIndexStore } from '../../packages/daypack/src/drivers/sqlite/index-store.ts'
import { createSearcher } from '../../packages/daypack/src/memory/search/searcher.ts'
import { daypack, fts5, minisearch, orama, type Engine } from './engines.ts'
import { percentile } from './measures.ts'
import { speedTexts, type SpeedText } from './speed-text.ts'
import { markdown } from './table.ts'

export type SpeedRow = {
  units: number
  text: string
  engine: string
  indexMs: number
  bytes: number | undefined
  /** Fewer than all where an engine was stopped. */
  queries: number
  p50: number
  p99: number
  cpu50: number
  cpu99: number
}

/** An engine that has searched for so long is slow enough. */
const ENOUGH_MS = 5_000

export async function measureSpeed(
  sizes: readonly number[],
  log: (line: string) => void,
  engines?: string,
): Promise<SpeedRow[]> {
  const rows: SpeedRow[] = []
  for (const text of speedTexts()) {
    for (const units of sizes) {
      const peers = text.name === 'English' ? [fts5, minisearch, ...(units > 10_000 ? [] : [orama])] : []
      for (const open of [daypack, ...peers].filter(
        ({ name }) => engines === undefined || engines.split(',').includes(name),
      )) {
        const row = await measure(await open(), text, units)
        rows.push(row)
        log(
          `${units} units | ${row.text} | ${row.engine} | index ${row.indexMs.toFixed(0)} ms | p50 ${row.p50.toFixed(2)} p99 ${row.p99.toFixed(2)} ms (cpu ${row.cpu50.toFixed(2)} / ${row.cpu99.toFixed(2)})`,
        )
      }
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
  await first.indexMany((speedTexts()[0] as SpeedText).notes(units))
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

async function measure(engine: Engine, text: SpeedText, units: number): Promise<SpeedRow> {
  const files = text.notes(units)
  const started = performance.now()
  await engine.index(files)
  const indexMs = performance.now() - started
  const until = performance.now() + ENOUGH_MS
  for (const query of text.warmUp) if (performance.now() < until) await engine.search(query, 5)
  const times: number[] = []
  const cpu: number[] = []
  const end = performance.now() + ENOUGH_MS
  for (const query of text.queries) {
    const before = process.cpuUsage()
    const from = performance.now()
    if (from > end) break
    await engine.search(query, 5)
    times.push(performance.now() - from)
    const used = process.cpuUsage(before)
    cpu.push((used.user + used.system) / 1000)
  }
  const bytes = engine.bytes?.()
  await engine.close?.()
  return {
    units,
    text: text.name,
    engine: engine.name,
    indexMs,
    bytes,
    queries: times.length,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    cpu50: percentile(cpu, 0.5),
    cpu99: percentile(cpu, 0.99),
  }
}

export function speedTable(rows: readonly SpeedRow[]): string {
  return markdown(
    ['units', 'text', 'engine', 'index s', 'MB on disk', 'p50 ms', 'p99 ms', 'CPU p50 / p99 ms', 'queries'],
    rows.map((row) => [
      row.units,
      row.text,
      row.engine,
      (row.indexMs / 1000).toFixed(1),
      row.bytes === undefined ? '–' : (row.bytes / 1e6).toFixed(1),
      row.p50.toFixed(2),
      row.p99.toFixed(2),
      `${row.cpu50.toFixed(2)} / ${row.cpu99.toFixed(2)}`,
      row.queries,
    ]),
  )
}
