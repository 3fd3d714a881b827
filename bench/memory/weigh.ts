// What each sign of a statement weighs: a logistic regression on dialogues of which is known what should be noted. The clause
// with most in its favour stands for its sentence. Rewrites packages/daypack/src/memory/write/weights.ts.
// Run: node --conditions=daypack-source bench/memory/weigh.ts [--authors]
// `--authors` writes nothing: it leaves out one author after another, and prints how well their sentences are told apart.
import { readFileSync, writeFileSync } from 'node:fs'
import { LEAST, sentences } from '../../packages/daypack/src/memory/write/extract.ts'
import { type Context, signsIn } from '../../packages/daypack/src/memory/write/evidence.ts'
import { withoutAside } from '../../packages/daypack/src/memory/write/lasting.ts'
import { withoutGiven } from '../../packages/daypack/src/memory/write/quoted.ts'
import { isStatement, kindOfStatement } from '../../packages/daypack/src/memory/write/wording.ts'
import { dialoguesIn, says } from './dialogues.ts'
import { companionTurns, passingTexts } from './strangers-data.ts'

type Row = {
  id: string
  file: string
  text: string
  isKept: boolean
  counts: number
  clauses: string[][]
  whole: string[]
}

const FILES = ['tuning', 'more', 'remarks', 'companions', 'passing']

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
  return readFileSync(new URL(`dialogues/${file}.txt`, import.meta.url), 'utf8')
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

type Weights = { bias: number; of: Map<string, number> }

function best({ clauses }: Row, { of }: Weights): { sum: number; clause: string[] } {
  const sums = clauses.map((clause) => clause.reduce((sum, sign) => sum + (of.get(sign) ?? 0), 0))
  const sum = Math.max(...sums)
  return { sum, clause: clauses[sums.indexOf(sum)] ?? [] }
}

function score(row: Row, weights: Weights): number {
  return weights.bias + best(row, weights).sum + row.whole.reduce((sum, sign) => sum + (weights.of.get(sign) ?? 0), 0)
}

const [STEPS, RATE, SHRINK] = [300, 0.05, 1]

/** Adam; what few sentences show is drawn to nothing. */
function fitted(rows: readonly Row[]): Weights {
  const weights: Weights = { bias: 0, of: new Map() }
  const moments = new Map<string, [number, number]>()
  const step = (name: string, value: number, slope: number, time: number): number => {
    const [m, v] = moments.get(name) ?? [0, 0]
    const [mean, spread] = [0.9 * m + 0.1 * slope, 0.999 * v + 0.001 * slope * slope]
    moments.set(name, [mean, spread])
    return value - (RATE * (mean / (1 - 0.9 ** time))) / (Math.sqrt(spread / (1 - 0.999 ** time)) + 1e-8)
  }
  for (let time = 1; time <= STEPS; time++) {
    const slopes = new Map([...weights.of].map(([sign, value]) => [sign, SHRINK * value]))
    let bias = 0
    for (const row of rows) {
      const off = row.counts * (1 / (1 + Math.exp(-score(row, weights))) - (row.isKept ? 1 : 0))
      bias += off
      for (const sign of [...best(row, weights).clause, ...row.whole]) slopes.set(sign, (slopes.get(sign) ?? 0) + off)
    }
    weights.bias = step('', weights.bias, bias, time)
    for (const [sign, slope] of slopes) weights.of.set(sign, step(sign, weights.of.get(sign) ?? 0, slope, time))
  }
  return weights
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
  const authorOf = ({ id }: Row): string => /-(h[34]|t\d+)-/.exec(id)?.[1] ?? ''
  const authors = [...new Set(rows.map(authorOf))].filter(Boolean)
  const scored = authors.flatMap((author) => {
    const weights = fitted(rows.filter((row) => authorOf(row) !== author))
    const found = rows.filter((row) => authorOf(row) === author).map((row) => ({ row, sum: score(row, weights) }))
    report(author, found)
    return found
  })
  report('all', scored)
} else {
  const { bias, of } = fitted(rows)
  const lines = [...of]
    .filter(([, value]) => Math.abs(value) >= 0.05)
    .toSorted(([, a], [, b]) => b - a)
    .map(([sign, value]) => `  ${/^[a-z]+$/i.test(sign) ? sign : `'${sign}'`}: ${Number(value.toFixed(2))},`)
  const text = `/** What each sign of \`evidence.ts\` weighs: found by \`bench/memory/weigh.ts\`, not by hand. */
export const BIAS = ${bias.toFixed(2)}
export const WEIGHTS: Readonly<Record<string, number>> = {
${lines.join('\n')}
}
`
  writeFileSync(new URL('../../packages/daypack/src/memory/write/weights.ts', import.meta.url), text)
}
