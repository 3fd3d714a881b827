/** How well each engine finds the answers of the memory sets again. */
import { daypack, fts5, minisearch, orama, qmd, seeds, type Engine } from './engines.ts'
import { average, percentile, qualityOf, type Quality } from './measures.ts'
import { LAYOUTS } from './layouts.ts'
import { allSets, isHeldOut, memoryBank, type RetrievalSet } from './sets.ts'
import { markdown } from './table.ts'

export type Row = Quality & {
  set: string
  engine: string
  questions: number
  /** Of the half on which figures were chosen, and of the other. */
  heldOut: Quality
  p50: number
}

const ENGINES: readonly (() => Engine | Promise<Engine>)[] = [seeds, orama, minisearch, fts5, qmd, daypack]
/** Enough that several units of one paragraph do not use up the ten places. */
const DEPTH = 30

export async function measureQuality(options: {
  sets?: string
  engines?: string
  sample?: number
  log: (line: string) => void
}): Promise<Row[]> {
  const rows: Row[] = []
  const wanted = allSets().filter(({ name }) => options.sets === undefined || name.includes(options.sets))
  for (const parts of Map.groupBy(wanted, ({ name }) => name).values()) {
    for (const open of ENGINES.filter(
      ({ name }) => options.engines === undefined || options.engines.split(',').includes(name),
    )) {
      try {
        const row = await measure(open, parts, options.sample ?? 1)
        rows.push(row)
        options.log(
          `${row.set} | ${row.engine} | R@10 ${percent(row.recall10)} | MRR ${percent(row.mrr)} | p50 ${row.p50.toFixed(2)} ms`,
        )
      } catch (error) {
        options.log(`${parts[0]?.name} | ${open.name} | not run: ${(error as Error).message.split('\n')[0]}`)
      }
    }
  }
  return rows
}

/** Daypack on the dialogues of MemoryBank, in every layout. */
export async function measureLayouts(log: (line: string) => void): Promise<string> {
  const body: string[] = []
  for (const layout of LAYOUTS) {
    const cells: string[] = []
    for (const language of ['en', 'cn'] as const) {
      const { recall10, hit1, mrr } = await measure(daypack, memoryBank('MemoryBank', language, layout), 1)
      cells.push(percent(recall10), percent(hit1), percent(mrr))
    }
    body.push(`| ${[layout, ...cells].join(' | ')} |`)
    log(body.at(-1) as string)
  }
  const head = '| layout | en R@10 | Hit@1 | MRR | zh R@10 | Hit@1 | MRR |\n|---|---|---|---|---|---|---|'
  return [head, ...body].join('\n')
}

async function measure(
  open: () => Engine | Promise<Engine>,
  parts: readonly RetrievalSet[],
  sample: number,
): Promise<Row> {
  const tuned: Quality[] = []
  const heldOut: Quality[] = []
  const times: number[] = []
  let [asked, name] = [0, '']
  for (const { files, questions } of parts) {
    const engine = await open()
    name = engine.name
    await engine.index(files)
    for (const question of questions) {
      if (asked++ % sample !== 0) continue
      const from = performance.now()
      const found = await engine.search(question.text, DEPTH)
      times.push(performance.now() - from)
      ;(isHeldOut(question) ? heldOut : tuned).push(qualityOf(found, question))
    }
    await engine.close?.()
  }
  return {
    ...average([...tuned, ...heldOut]),
    set: parts[0]?.name ?? '',
    engine: name,
    questions: times.length,
    heldOut: average(heldOut),
    p50: percentile(times, 0.5),
  }
}

export function qualityTable(rows: readonly Row[]): string {
  return markdown(
    ['set', 'engine', 'R@5', 'R@10', 'Hit@1', 'MRR', 'R@10, MRR held out'],
    rows.map((row) => [
      row.set,
      row.engine,
      ...[row.recall5, row.recall10, row.hit1, row.mrr].map(percent),
      `${percent(row.heldOut.recall10)}, ${percent(row.heldOut.mrr)}`,
    ]),
  )
}

/** The table with the rows of another in place of those of the same set and engine, for runs of a part. */
export function withRows(table: string, newer: string): string {
  const keyOf = (line: string): string => line.split('|').slice(1, 3).join('|')
  const rows = new Map(newer.split('\n').map((line) => [keyOf(line), line]))
  const lines = table.split('\n')
  if (lines[0] !== newer.split('\n')[0]) return newer
  const known = new Set(lines.map(keyOf))
  return [
    ...lines.map((line) => rows.get(keyOf(line)) ?? line),
    ...[...rows.values()].filter((line) => !known.has(keyOf(line))),
  ].join('\n')
}

function percent(value: number): string {
  return (value * 100).toFixed(1)
}
