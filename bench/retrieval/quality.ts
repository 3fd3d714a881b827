/** How well each engine finds the answers of the memory sets again. */
import { daypack, fts5, minisearch, orama, qmd, seeds, type Engine } from './engines.ts'
import { average, percentile, qualityOf, type Quality } from './measures.ts'
import { allSets, type RetrievalSet } from './sets.ts'

export type Row = Quality & {
  set: string
  engine: string
  questions: number
  indexMs: number
  p50: number
  p99: number
}

const ENGINES: readonly (() => Engine | Promise<Engine>)[] = [seeds, orama, minisearch, fts5, qmd, daypack]
/** Enough that several units of one paragraph do not use up the ten places. */
const DEPTH = 30

export async function measureQuality(options: {
  sets?: string
  sample?: number
  log: (line: string) => void
}): Promise<Row[]> {
  const rows: Row[] = []
  for (const set of allSets().filter(({ name }) => options.sets === undefined || name.includes(options.sets))) {
    for (const open of ENGINES) {
      try {
        const row = await measure(await open(), set, options.sample ?? 1)
        rows.push(row)
        options.log(
          `${row.set} | ${row.engine} | R@10 ${percent(row.recall10)} | MRR ${percent(row.mrr)} | p50 ${row.p50.toFixed(2)} ms`,
        )
      } catch (error) {
        options.log(`${set.name} | ${open.name} | not run: ${(error as Error).message.split('\n')[0]}`)
      }
    }
  }
  return rows
}

async function measure(engine: Engine, set: RetrievalSet, sample: number): Promise<Row> {
  const started = performance.now()
  await engine.index(set.files)
  const indexMs = performance.now() - started
  const questions = set.questions.filter((_, index) => index % sample === 0)
  const all: Quality[] = []
  const times: number[] = []
  for (const question of questions) {
    const from = performance.now()
    const found = await engine.search(question.text, DEPTH)
    times.push(performance.now() - from)
    all.push(qualityOf(found, question))
  }
  await engine.close?.()
  return {
    ...average(all),
    set: set.name,
    engine: engine.name,
    questions: questions.length,
    indexMs,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
  }
}

export function qualityTable(rows: readonly Row[]): string {
  const head =
    '| set | engine | R@5 | R@10 | Hit@1 | NDCG@5 | MRR | index ms | p50 / p99 ms |\n|---|---|---|---|---|---|---|---|---|'
  const body = rows.map((row) =>
    [
      row.set,
      row.engine,
      ...[row.recall5, row.recall10, row.hit1, row.ndcg5, row.mrr].map(percent),
      row.indexMs.toFixed(0),
      `${row.p50.toFixed(1)} / ${row.p99.toFixed(1)}`,
    ].join(' | '),
  )
  return [head, ...body.map((line) => `| ${line} |`)].join('\n')
}

function percent(value: number): string {
  return (value * 100).toFixed(1)
}
