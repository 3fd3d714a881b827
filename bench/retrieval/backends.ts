/** The same questions on every backend (postgres where DAYPACK_PG_URL names a server): how far the ten best hits and their scores agree with the index in memory. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromaIndexStore } from '../../packages/daypack-chroma/src/index.ts'
import { startChroma, type ChromaServer } from '../../packages/daypack-chroma/test/server.ts'
import { connectPostgres, postgresDriver, type Postgres } from '../../packages/daypack-postgres/src/index.ts'
import { sqliteIndexStore } from '../../packages/daypack/src/drivers/sqlite/index-store.ts'
import { createSearcher, memoryIndexStore } from '../../packages/daypack/src/memory/index.ts'
import type { IndexStore } from '../../packages/daypack/src/model/index-store.ts'
import { keyOf, sharedPart } from '../../packages/daypack-testing/src/index-suite/answers.ts'
import { wordEmbedder } from '../../packages/daypack-testing/src/index-suite/corpus.ts'
import { findChroma } from '../../scripts/chroma.mjs'
import { percentile } from './measures.ts'
import { allSets, type RetrievalSet } from './sets.ts'

type Open = (place: string) => IndexStore | Promise<IndexStore>
type Row = { set: string; backend: string; overlap: number; apart: number; p50: number; p99: number; questions: number }

export async function measureBackends(options: {
  sets?: string
  sample: number
  log: (line: string) => void
}): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'daypack-bench-backends-'))
  const from = findChroma()
  const server = from === undefined ? undefined : await startChroma({ dir: path.join(folder, 'chroma'), from })
  const url = process.env['DAYPACK_PG_URL']
  const postgres = url === undefined ? undefined : connectPostgres({ url })
  const rows: Row[] = []
  try {
    const sets = allSets().filter(({ name }) => options.sets === undefined || name.includes(options.sets))
    for (const [nth, set] of sets.entries()) {
      for (const withVectors of [false, true]) {
        for (const row of await compare(
          set,
          backends(server, postgres, withVectors),
          path.join(folder, `${nth}`),
          withVectors,
          options.sample,
        )) {
          rows.push(row)
          options.log(lineOf(row))
        }
      }
    }
  } finally {
    await server?.stop()
    await postgres?.close()
    rmSync(folder, { recursive: true, force: true })
  }
  const all = merged(rows)
  for (const { set, backend, overlap } of all.filter(({ backend, overlap }) => overlap < leastOf(backend))) {
    options.log(`${set}: ${backend} shares only ${overlap.toFixed(4)} of the ten best hits`)
    process.exitCode = 1
  }
  return table(all)
}

/** What a backend has to share with the index in memory; those that search by themselves leave out a little. */
function leastOf(backend: string): number {
  return backend.startsWith('postgres') ? 0.95 : 0.99
}

function backends(
  server: ChromaServer | undefined,
  postgres: Postgres | undefined,
  withVectors: boolean,
): [string, Open][] {
  return [
    ['memory', () => memoryIndexStore()],
    ['sqlite', (place) => sqliteIndexStore({ file: `${place}.sqlite` })],
    ...(postgres
      ? ([['postgres', (place) => postgresDriver({ postgres, tenant: place }).index]] satisfies [string, Open][])
      : []),
    ...(server && withVectors
      ? ([
          [
            'chroma',
            (place) =>
              chromaIndexStore({
                base: sqliteIndexStore({ file: `${place}-chroma.sqlite` }),
                server,
                collection: `bench-${path.basename(path.dirname(place))}-${path.basename(place)}`,
              }),
          ],
        ] satisfies [string, Open][])
      : []),
  ]
}

async function compare(
  { name, files, questions }: RetrievalSet,
  opened: readonly [string, Open][],
  place: string,
  withVectors: boolean,
  sample: number,
): Promise<Row[]> {
  const asked = questions.filter((_, at) => at % sample === 0)
  const answers: { backend: string; hits: Awaited<ReturnType<typeof ask>> }[] = []
  for (const [backend, open] of opened) {
    const searcher = createSearcher({
      store: await open(`${place}-${withVectors ? 'v' : 'w'}`),
      now: Date.now,
      ...(withVectors && { embed: { ...wordEmbedder(), batch: 100 } }),
    })
    await searcher.indexMany(files)
    await searcher.backfill()
    answers.push({
      backend,
      hits: await ask(
        searcher,
        asked.map(({ text }) => text),
      ),
    })
    await searcher.close()
  }
  const oracle = answers[0]?.hits ?? []
  return answers.slice(1).map(({ backend, hits }) => {
    const apart = hits.flatMap((own, at) =>
      own.hits.flatMap((hit) => {
        const same = oracle[at]?.hits.find((other) => keyOf(other) === keyOf(hit))
        return same ? [Math.abs(same.score - hit.score)] : []
      }),
    )
    return {
      set: name,
      backend: withVectors ? `${backend}, words and vectors` : `${backend}, words`,
      overlap: hits.reduce((sum, own, at) => sum + sharedPart(own.hits, oracle[at]?.hits ?? []), 0) / hits.length,
      apart: percentile(apart, 0.99),
      p50: percentile(
        hits.map(({ ms }) => ms),
        0.5,
      ),
      p99: percentile(
        hits.map(({ ms }) => ms),
        0.99,
      ),
      questions: hits.length,
    }
  })
}

async function ask(searcher: ReturnType<typeof createSearcher>, questions: readonly string[]) {
  const answers = []
  for (const question of questions) {
    const from = performance.now()
    const { hits } = await searcher.search(question, { limit: 10, grow: false, maxTokens: 1e9 })
    answers.push({ hits, ms: performance.now() - from })
  }
  return answers
}

/** Sets of one name (an index for each person) as one row. */
function merged(rows: readonly Row[]): Row[] {
  return [...Map.groupBy(rows, ({ set, backend }) => `${set} ${backend}`).values()].map((same) => {
    const questions = same.reduce((sum, row) => sum + row.questions, 0)
    return {
      ...(same[0] as Row),
      questions,
      overlap: same.reduce((sum, row) => sum + row.overlap * row.questions, 0) / questions,
      apart: Math.max(...same.map(({ apart }) => apart)),
      p50: percentile(
        same.map(({ p50 }) => p50),
        0.5,
      ),
      p99: Math.max(...same.map(({ p99 }) => p99)),
    }
  })
}

function table(rows: readonly Row[]): string {
  return [
    '| set | backend | top-10 overlap | scores apart, p99 | p50 / p99 ms | questions |\n|---|---|---|---|---|---|',
    ...rows.map((row) => `| ${lineOf(row)} |`),
  ].join('\n')
}

function lineOf({ set, backend, overlap, apart, p50, p99, questions }: Row): string {
  return [set, backend, overlap.toFixed(4), apart.toFixed(4), `${p50.toFixed(1)} / ${p99.toFixed(1)}`, questions].join(
    ' | ',
  )
}
