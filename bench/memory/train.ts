// What each sign of a statement, and each word, weighs: a logistic regression on dialogues of which is known what should be noted. The clause with most in its favour stands for its sentence. Rewrites memory/write/weights.json.
// Run: npm run train [-- --authors]
// `--authors` writes nothing: it leaves out one author after another, and prints how well their sentences are told apart.
import { writeFileSync } from 'node:fs'
import { gramsOf } from '../../packages/daypack/src/memory/text/grams.ts'
import { languageOf } from '../../packages/daypack/src/memory/language/detect.ts'
import { LEAST } from '../../packages/daypack/src/memory/write/extract.ts'
import { type Context, signsIn } from '../../packages/daypack/src/memory/write/score.ts'
import { sentences, sentencesOf } from '../../packages/daypack/src/memory/write/sentences.ts'
import { dialoguesIn, says, storedText } from './dialogues.ts'
import { logistic, type Row as Cells, weighedBy } from './fit.ts'

type Row = {
  readonly author: string
  readonly text: string
  readonly isKept: boolean
  readonly counts: number
  readonly clauses: readonly (readonly string[])[]
  readonly whole: readonly string[]
}

/** Of what many sentences show more is believed: signs are few, words many. */
const PULL = { sign: 1, word: 4 }
const ROUNDS = 4
/** Of a word so rare, or used by so few authors, nothing is learned. */
const [LEAST_TEXTS, LEAST_AUTHORS] = [12, 4]
const WORD = 'word: '

const rows = [...['tuning', 'more', 'long'].flatMap(rowsOf), ...remarks()]
console.log(`${rows.length} sentences, ${rows.filter(({ isKept }) => isKept).length} to be kept`)
if (process.argv.includes('--authors')) {
  const authors = [...new Set(rows.map(({ author }) => author))].filter((author) => /^\w\d+$/.test(author))
  const scored = authors.flatMap((author) => {
    const weights = noting(rows.filter((row) => row.author !== author))
    return rows.filter((row) => row.author === author).map((row) => ({ row, sum: scoreOf(row, weights) }))
  })
  report(scored)
} else {
  const { at, of } = noting(rows)
  const signs = [...at].filter(([name, index]) => !name.startsWith(WORD) && Math.abs(of[index]!) >= 0.05)
  const table = {
    bias: Number(of.at(-1)!.toFixed(2)),
    signs: Object.fromEntries(
      signs
        .map(([name, index]): [string, number] => [name, Number(of[index]!.toFixed(2))])
        .toSorted((a, b) => b[1] - a[1]),
    ),
    words: wordTable(at, of),
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

function rowOf(author: string, text: string, isKept: boolean, counts: number, context: Context = {}): Row {
  const { clauses, whole } = signsIn(text, context)
  return { author, text, isKept, counts, clauses: clauses.map((each) => [...each]), whole: [...whole] }
}

/** The signs and words there are, and what each weighs; the last weight always counts. */
type Weights = { readonly at: ReadonlyMap<string, number>; readonly of: Float64Array }

/** Signs and words are weighed at once; which clause counts is found by the weights of the round before. */
function noting(some: readonly Row[]): Weights {
  const signs = new Set(some.flatMap(({ clauses, whole }) => [...clauses.flat(), ...whole]))
  const at = new Map([...signs, ...vocabulary(some)].map((name, index) => [name, index]))
  const parts = some.map((row) => ({
    clauses: row.clauses.map((each) => cellsOf(each, at)),
    whole: cellsOf([...row.whole, ...wordsOf(row)], at),
    ...{ isTrue: row.isKept, count: row.counts },
  }))
  let of: Float64Array = new Float64Array(at.size + 1)
  for (let round = 0; round < ROUNDS; round++) {
    const known = of
    const chosen = parts.map(({ clauses, whole, ...rest }) => ({ row: [...best(clauses, known), ...whole], ...rest }))
    of = logistic(chosen, pullsOf(at), known)
  }
  return { at, of }
}

function pullsOf(at: ReadonlyMap<string, number>): Float64Array {
  return Float64Array.from(at.keys(), (name) => (name.startsWith(WORD) ? PULL.word : PULL.sign))
}

function wordsOf({ text }: Row): string[] {
  return [...gramsOf(text)].map((gram) => WORD + gram)
}

/** The words that enough people use, names left out: what is mostly written with a capital inside a sentence. */
function vocabulary(some: readonly Row[]): string[] {
  const met = new Map<string, { times: number; readonly by: Set<string> }>()
  const names = new Map<string, number>()
  for (const row of some) {
    for (const word of wordsOf(row)) {
      const each = met.get(word) ?? { times: 0, by: new Set() }
      each.times++
      each.by.add(row.author)
      met.set(word, each)
    }
    // German writes every noun with a capital.
    if (languageOf(row.text)?.code !== 'de')
      for (const [name] of row.text.matchAll(/(?<=[\p{Ll}\d,] )\p{Lu}\p{Ll}+/gu))
        names.set(WORD + name.toLowerCase(), (names.get(WORD + name.toLowerCase()) ?? 0) + 1)
  }
  const isName = (word: string): boolean =>
    word
      .slice(WORD.length)
      .split(' ')
      .some((part) => 2 * (names.get(WORD + part) ?? 0) > (met.get(WORD + part)?.times ?? 0))
  return [...met].flatMap(([word, { times, by }]) =>
    times >= LEAST_TEXTS && by.size >= LEAST_AUTHORS && !isName(word) ? word : [],
  )
}

/** Words by their weight in tenths: less says nothing. */
function wordTable(at: ReadonlyMap<string, number>, of: Float64Array): Record<string, string> {
  const words = [...at].flatMap(([name, index]) =>
    name.startsWith(WORD) ? { word: name.slice(WORD.length), weight: Math.round(of[index]! * 10) / 10 } : [],
  )
  const by = Map.groupBy(words, ({ weight }) => weight)
  const lines = [...by].filter(([weight]) => weight !== 0).toSorted(([a], [b]) => b - a)
  return Object.fromEntries(
    lines.map(([weight, all]) => [
      String(weight),
      all
        .map(({ word }) => word)
        .toSorted()
        .join('|'),
    ]),
  )
}

function cellsOf(names: readonly string[], at: ReadonlyMap<string, number>): Cells {
  return names.flatMap((name) => (at.has(name) ? { at: at.get(name)!, value: 1 } : []))
}

/** The clause with most in its favour, by these weights. */
function best(clauses: readonly Cells[], of: Float64Array): Cells {
  const sums = clauses.map((clause) => weighedBy(clause, of))
  return clauses[sums.indexOf(Math.max(...sums))] ?? []
}

function scoreOf(row: Row, { at, of }: Weights): number {
  const clause = best(
    row.clauses.map((each) => cellsOf(each, at)),
    of,
  )
  return of.at(-1)! + weighedBy(clause, of) + weighedBy(cellsOf([...row.whole, ...wordsOf(row)], at), of)
}

function report(scored: readonly { row: Row; sum: number }[]): void {
  const noted = scored.filter(({ sum }) => sum > LEAST)
  const right = noted.filter(({ row }) => row.isKept).length
  const wanted = scored.filter(({ row }) => row.isKept).length
  const percent = (of: number): string => `${((100 * right) / of).toFixed(1)} % (${right}/${of})`
  console.log(`authors left out: recall ${percent(wanted)}, precision ${percent(noted.length)}`)
}
