// What each feature of a sentence weighs: a logistic regression on dialogues of which is known what should be noted. Rewrites memory/write/weights.json.
// Run: npm run train [-- --authors]
// `--authors` writes nothing: it leaves out a quarter of the authors after another, and prints how well their sentences are told apart.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { type Context, featuresOf } from '../../packages/daypack/src/memory/write/features.ts'
import { languageOf } from '../../packages/daypack/src/memory/language/detect.ts'
import { LEAST } from '../../packages/daypack/src/memory/write/score.ts'
import { sentences, sentencesOf, withoutQuotes } from '../../packages/daypack/src/memory/write/sentences.ts'
import { sharedData } from '../../packages/daypack/test/shared-data.ts'
import { dialoguesIn, says, storedText } from './dialogues.ts'
import { logistic, type Row as Cells, weighedBy } from './fit.ts'

type Row = {
  readonly author: string
  readonly text: string
  readonly isKept: boolean
  readonly counts: number
  readonly features: readonly string[]
}

/** How strongly weights are held near 0: of what many sentences show, in every language, more is believed. */
const PULL = { sign: 0.1, word: 2 }
/** Of a feature so rare, or used by so few authors, nothing is learned. */
const [LEAST_TEXTS, LEAST_AUTHORS] = [5, 3]
/** Sentences to be kept, from which on a language is known by its words. */
const ENOUGH = 200
/** Parts the authors are left out in. */
const FOLDS = 4

const rows = [...['tuning', 'more', 'long'].flatMap(rowsOf), ...remarks(), ...orders()]
console.log(`${rows.length} sentences, ${rows.filter(({ isKept }) => isKept).length} to be kept`)
if (process.argv.includes('--authors')) {
  const authors = [...new Set(rows.map(({ author }) => author))].filter((author) => /^\w\d+$/.test(author))
  const foldOf = ({ author }: Row): number => authors.indexOf(author) % FOLDS
  const scored = Array.from({ length: FOLDS }, (_, fold) => fold).flatMap((fold) => {
    const weights = noting(rows.filter((row) => foldOf(row) !== fold))
    return rows.filter((row) => foldOf(row) === fold).map((row) => ({ row, sum: scoreOf(row, weights) }))
  })
  report(scored)
} else {
  const said = Map.groupBy(
    rows.filter(({ isKept }) => isKept),
    ({ text }) => languageOf(text)?.code,
  )
  const table = {
    languages: [...said].flatMap(([code, all]) => (code !== undefined && all.length >= ENOUGH ? code : [])),
    words: tableOf(noting(rows)),
    signs: tableOf(noting(rows.map((row) => ({ ...row, features: row.features.filter(isSign) })))),
  }
  const file = new URL('../../packages/daypack/src/memory/write/weights.json', import.meta.url)
  writeFileSync(file, `${JSON.stringify(table, null, 2)}\n`)
}

function rowsOf(file: string): Row[] {
  return dialoguesIn(file).flatMap(({ id, days, keep, changed, open }) => {
    const author = /-(h[34]|[tg]\d+)-/.exec(id)?.[1] ?? file
    const all = days.flat().flatMap(({ role, text }) => (role === 'user' ? sentences(text) : []))
    // What is told over two sentences is in each of them.
    const gold = [...keep, ...changed.flatMap(({ now, old }) => [now, old])].flatMap((fact) =>
      all.some((each) => says(each, fact)) ? [fact] : fact.map((part) => [part]),
    )
    // One author wrote chats of people who want nothing done: what lasts there lasts by another measure.
    const counts = author === 't13' ? 0.3 : 1
    return days.flatMap((day) =>
      day.flatMap(({ role, text }, index) => {
        if (role !== 'user') return []
        const next = day[index + 1]
        const reply = next?.role === 'assistant' ? next.text : undefined
        return sentencesOf(text).flatMap((sentence) => {
          const isKept = gold.some((fact) => says(sentence, fact))
          if (!isKept && open.some((fact) => says(sentence, fact))) return []
          return [rowOf(author, sentence, isKept, counts, { message: text, reply })]
        })
      }),
    )
  })
}

/** One sentence a line, `+` or `-` before it. */
function remarks(): Row[] {
  const lines = storedText('remarks').split('\n')
  return lines
    .filter((line) => /^[+-] /.test(line))
    .map((line) => rowOf('remarks', line.slice(2), line.startsWith('+'), 1))
}

/** What people wrote to coding agents (the shared data, `DAYPACK_DATA`): hardly any of it is to be remembered. */
function orders(): Row[] {
  const data = sharedData()
  if (data === undefined) throw new Error('The shared data is not here; set DAYPACK_DATA.')
  const said = ['entire-cli', 'context-evaluator', 'claude-code-log'].flatMap((name) =>
    readdirSync(join(data, 'trajectories', name)).flatMap((file) => {
      const text = gunzipSync(readFileSync(join(data, 'trajectories', name, file))).toString()
      // Some files have two records on a line.
      const lines = text.split(/\n|(?<=\})(?=\{"type":"summary")/).filter((line) => line.includes('"type":"user"'))
      return lines.flatMap((line) => spokenIn(JSON.parse(line) as Recorded, name))
    }),
  )
  const once = new Map(said.flatMap(({ text, author }) => sentencesOf(text).map((each) => [each, { text, author }])))
  return [...once].map(([each, { text, author }]) => rowOf(author, each, false, 0.3, { message: text }))
}

type Recorded = {
  readonly type?: string
  readonly isMeta?: boolean
  readonly message?: { readonly content?: string | readonly { readonly type: string; readonly text?: string }[] }
}

function spokenIn({ type, isMeta, message }: Recorded, author: string): { text: string; author: string }[] {
  const content = message?.content ?? []
  const texts = typeof content === 'string' ? [content] : content.flatMap((block) => block.text ?? [])
  if (type !== 'user' || isMeta === true) return []
  return texts
    .filter((text) => text.length < 1_000 && !/^[<[{#]|^Caveat|^This session/.test(text))
    .map((text) => ({ text, author }))
}

function rowOf(author: string, text: string, isKept: boolean, counts: number, context: Context = {}): Row {
  return { author, text, isKept, counts, features: [...featuresOf(withoutQuotes(text), context)] }
}

/** The features there are, and what each weighs; the last weight always counts. */
type Weights = { readonly at: ReadonlyMap<string, number>; readonly of: Float64Array }

function noting(some: readonly Row[]): Weights {
  const at = new Map(vocabulary(some).map((name, index) => [name, index]))
  const cells = some.map((row) => ({ row: cellsOf(row.features, at), isTrue: row.isKept, count: row.counts }))
  return {
    at,
    of: logistic(
      cells,
      Float64Array.from(at.keys(), (name) => (isSign(name) ? PULL.sign : PULL.word)),
    ),
  }
}

/** The features that enough people use, names left out: what is mostly written with a capital inside a sentence. */
function vocabulary(some: readonly Row[]): string[] {
  const met = new Map<string, { times: number; readonly by: Set<string> }>()
  const names = new Map<string, number>()
  for (const row of some) {
    for (const word of row.features) {
      const each = met.get(word) ?? { times: 0, by: new Set() }
      each.times++
      each.by.add(row.author)
      met.set(word, each)
    }
    // German writes every noun with a capital.
    if (languageOf(row.text)?.code !== 'de')
      for (const [name] of row.text.matchAll(/(?<=[\p{Ll}\d,] )\p{Lu}\p{Ll}+/gu))
        names.set(name.toLowerCase(), (names.get(name.toLowerCase()) ?? 0) + 1)
  }
  const isName = (word: string): boolean =>
    word.split(' ').some((part) => 2 * (names.get(part) ?? 0) > (met.get(part)?.times ?? 0))
  return [...met].flatMap(([word, { times, by }]) =>
    times >= LEAST_TEXTS && by.size >= LEAST_AUTHORS && !isName(word) ? word : [],
  )
}

/** Features by their weight in tenths: less says nothing. */
function tableOf({ at, of }: Weights): Record<string, string | number> {
  const weighed = [...at].map(([name, index]) => ({ name, weight: Math.round(of[index]! * 10) / 10 }))
  const by = [...Map.groupBy(weighed, ({ weight }) => weight)].filter(([weight]) => weight !== 0)
  const namesOf = (all: typeof weighed): string =>
    all
      .map(({ name }) => name)
      .toSorted()
      .join('|')
  const lines = by.toSorted(([a], [b]) => b - a).map(([weight, all]) => [String(weight), namesOf(all)])
  return { bias: Number(of.at(-1)!.toFixed(2)), ...Object.fromEntries(lines) }
}

/** Signs and forms are written in capitals. */
function isSign(name: string): boolean {
  return /^[A-Z]/.test(name)
}

function cellsOf(names: readonly string[], at: ReadonlyMap<string, number>): Cells {
  return names.flatMap((name) => (at.has(name) ? { at: at.get(name)!, value: 1 } : []))
}

function scoreOf({ features }: Row, { at, of }: Weights): number {
  return of.at(-1)! + weighedBy(cellsOf(features, at), of)
}

function report(scored: readonly { row: Row; sum: number }[]): void {
  const noted = scored.filter(({ sum }) => sum > LEAST)
  const right = noted.filter(({ row }) => row.isKept).length
  const wanted = scored.filter(({ row }) => row.isKept).length
  const percent = (of: number): string => `${((100 * right) / of).toFixed(1)} % (${right}/${of})`
  console.log(`authors left out: recall ${percent(wanted)}, precision ${percent(noted.length)}`)
}
