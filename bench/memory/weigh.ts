// What each sign of a statement, and each word, weighs: a logistic regression on dialogues of which is known what should be noted.
// The clause with most in its favour stands for its sentence. Rewrites weights.ts and noting-words.ts in memory/write/.
// Run: node --conditions=daypack-source bench/memory/weigh.ts [--authors]
// `--authors` writes nothing: it leaves out one author after another, and prints how well their sentences are told apart.
import { writeFileSync } from 'node:fs'
import { LEAST, sentences } from '../../packages/daypack/src/memory/write/extract.ts'
import { type Context, signsIn } from '../../packages/daypack/src/memory/write/evidence.ts'
import { gramsOf } from '../../packages/daypack/src/memory/text/grams.ts'
import { withoutAside } from '../../packages/daypack/src/memory/write/lasting.ts'
import { withoutGiven } from '../../packages/daypack/src/memory/write/quoted.ts'
import { isStatement, kindOfStatement } from '../../packages/daypack/src/memory/write/wording.ts'
import { dialoguesIn, says, storedText } from './dialogues.ts'
import { logistic, type Row as Cells, weighedBy } from './fit.ts'
import { companionTurns, passingTexts } from './strangers-data.ts'
import { rounded, vocabulary, writeWords } from './words.ts'

function authorOf({ id }: { readonly id: string }): string {
  return /-(h[34]|[tg]\d+)-/.exec(id)?.[1] ?? ''
}

type Row = {
  id: string
  file: string
  text: string
  isKept: boolean
  counts: number
  clauses: string[][]
  whole: string[]
}

const FILES = ['tuning', 'more', 'long', 'remarks', 'companions', 'passing']

function rowsOf(file: string): Row[] {
  if (file === 'remarks') return remarksOf(file)
  if (file === 'companions') return companions(file)
  if (file === 'passing') return passing(file)
  return dialoguesIn(file).flatMap(({ id, days, keep, changed, open }) => {
    const said = days.flat()
    const all = said.flatMap(({ role, text }) => (role === 'user' ? sentences(text) : []))
    // What is told over two sentences is in each of them.
    const gold = [...keep, ...changed.flatMap(({ now, old }) => [now, old])].flatMap((fact) =>
      all.some((each) => says(each, fact)) ? [fact] : fact.map((part) => [part]),
    )
    const talk = said.map(({ text }) => text).join('\n')
    return days.flatMap((day) =>
      day.flatMap(({ role, text }, index) => {
        if (role !== 'user') return []
        const next = day[index + 1]
        const context = { message: text, talk, reply: next?.role === 'assistant' ? next.text : undefined }
        return sentences(withoutGiven(text))
          .map(withoutAside)
          .flatMap((sentence) => {
            const isKept = gold.some((fact) => says(sentence, fact))
            if (!isKept && open.some((fact) => says(sentence, fact))) return []
            return [rowOf(`${file} ${id}`, file, sentence, isKept, context)]
          })
      }),
    )
  })
}

/** One sentence a line, `+` or `-` before it. */
function remarksOf(file: string): Row[] {
  return storedText(file)
    .split('\n')
    .filter((line) => /^[+-] /.test(line))
    .map((line, index) => rowOf(`${file} ${index}`, file, line.slice(2), line.startsWith('+')))
}

/** Of a turn with something to keep nobody says which sentence it is: only those without count. */
function companions(file: string): Row[] {
  return (['en', 'cn'] as const).flatMap((language) =>
    [...companionTurns('tuning', language), ...companionTurns('more', language)].flatMap(({ text, is }, turn) => {
      const said = sentences(text).map(withoutAside)
      if (is === 'open' || (is === 'kept' && said.length > 1)) return []
      return said.map((sentence) =>
        rowOf(`${file} ${language} ${turn}`, file, sentence, is === 'kept', { message: text }),
      )
    }),
  )
}

/** What people write to coding agents; what is a statement by its wording may be one. */
function passing(file: string): Row[] {
  const texts = passingTexts().get('coding sessions, user') ?? []
  const said = [...new Set(texts)].flatMap((text) =>
    sentences(withoutGiven(text)).map((sentence) => ({ sentence, text })),
  )
  return said
    .filter(({ sentence }) => !isStatement(sentence) || kindOfStatement(sentence) === undefined)
    .map(({ sentence, text }, index) => rowOf(`${file} ${index}`, file, sentence, false, { message: text }))
}

/** Of what is said to coding agents there is much, and nobody looked at each; of what is said to companions there is little. */
const COUNTS: Readonly<Record<string, number>> = { passing: 0.3, companions: 2 }

/** One author wrote chats of people who want nothing done: what lasts there lasts by another measure. */
const CHATS = /-t13-/

function rowOf(id: string, file: string, text: string, isKept: boolean, context: Context = {}): Row {
  const { clauses, whole } = signsIn(text, context)
  return {
    id,
    file,
    text,
    isKept,
    counts: COUNTS[file] ?? (CHATS.test(id) ? 0.3 : 1),
    clauses: clauses.map((each) => [...each]),
    whole: [...whole],
  }
}

/** The signs and words there are, and what each weighs; the last weight always counts. */
type Weights = { readonly at: ReadonlyMap<string, number>; readonly of: Float64Array }

/** Of what many sentences show more is believed: signs are few, words many. */
const PULL = { sign: 1, word: 4 }
const ROUNDS = 4
const WORD = 'word: '

function cellsOf(names: readonly string[], at: ReadonlyMap<string, number>): Cells {
  return names.flatMap((name) => {
    const index = at.get(name)
    return index === undefined ? [] : { at: index, value: 1 }
  })
}

/** The clause with most in its favour, by these weights. */
function best(clauses: readonly Cells[], of: Float64Array): Cells {
  const sums = clauses.map((clause) => weighedBy(clause, of))
  return clauses[sums.indexOf(Math.max(...sums))] ?? []
}

function score({ clauses, whole, text }: Row, { at, of }: Weights): number {
  const all = [...whole, ...[...gramsOf(text)].map((gram) => WORD + gram)]
  const clause = best(
    clauses.map((each) => cellsOf(each, at)),
    of,
  )
  return of.at(-1)! + weighedBy(clause, of) + weighedBy(cellsOf(all, at), of)
}

/** Signs and words are weighed at once; which clause counts is found by the weights of the round before. */
function fitted(rows: readonly Row[]): Weights {
  const signs = [...new Set(rows.flatMap(({ clauses, whole }) => [...clauses.flat(), ...whole]))]
  const words = vocabulary(rows.map((row) => ({ text: row.text, author: authorOf(row) || row.file })))
  const at = new Map([...signs, ...words.map((word) => WORD + word)].map((name, index) => [name, index]))
  const pulls = Float64Array.from(at.keys(), (name) => (name.startsWith(WORD) ? PULL.word : PULL.sign))
  const parts = rows.map(({ clauses, whole, text, isKept, counts }) => ({
    clauses: clauses.map((each) => cellsOf(each, at)),
    whole: cellsOf([...whole, ...[...gramsOf(text)].map((gram) => WORD + gram)], at),
    ...{ isTrue: isKept, count: counts },
  }))
  let of: Float64Array = new Float64Array(at.size + 1)
  for (let round = 0; round < ROUNDS; round++) {
    const known = of
    of = logistic(
      parts.map(({ clauses, whole, ...rest }) => ({ row: [...best(clauses, known), ...whole], ...rest })),
      pulls,
      known,
    )
  }
  for (const [name, index] of at) if (name.startsWith(WORD)) of[index] = rounded(of[index]!)
  return { at, of }
}

function report(name: string, scored: readonly { row: Row; sum: number }[]): void {
  const noted = scored.filter(({ sum }) => sum > LEAST)
  const right = noted.filter(({ row }) => row.isKept).length
  const wanted = scored.filter(({ row }) => row.isKept).length
  const percent = (of: number): string => `${((100 * right) / of).toFixed(1)} % (${right}/${of})`
  console.log(`${name}: recall ${percent(wanted)}, precision ${percent(noted.length)}`)
}

const rows = FILES.flatMap(rowsOf)
console.log(`${rows.length} sentences, ${rows.filter(({ isKept }) => isKept).length} to be kept`)
if (process.argv.includes('--authors')) {
  const authors = [...new Set(rows.map(authorOf))].filter(Boolean)
  const scored = authors.flatMap((author) => {
    const weights = fitted(rows.filter((row) => authorOf(row) !== author))
    const found = rows.filter((row) => authorOf(row) === author).map((row) => ({ row, sum: score(row, weights) }))
    report(author, found)
    return found
  })
  report('all', scored)
} else {
  const { at, of } = fitted(rows)
  const lines = [...at]
    .map(([sign, index]): [string, number] => [sign, of[index]!])
    .filter(([sign, value]) => !sign.startsWith(WORD) && Math.abs(value) >= 0.05)
    .toSorted(([, a], [, b]) => b - a)
    .map(([sign, value]) => `  ${/^[a-z]+$/i.test(sign) ? sign : `'${sign}'`}: ${Number(value.toFixed(2))},`)
  const text = `/** What each sign of \`evidence.ts\` weighs: found by \`bench/memory/weigh.ts\`, not by hand. */
export const BIAS = ${of.at(-1)!.toFixed(2)}
export const WEIGHTS: Readonly<Record<string, number>> = {
${lines.join('\n')}
}
`
  const folder = new URL('../../packages/daypack/src/memory/write/', import.meta.url)
  writeFileSync(new URL('weights.ts', folder), text)
  const words = [...at].filter(([name]) => name.startsWith(WORD))
  writeWords(
    new URL('noting-words.ts', folder),
    new Map(words.map(([name, index]) => [name.slice(WORD.length), of[index]!])),
  )
}
