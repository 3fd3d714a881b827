// What each clue, and each word, tells of whether a statement takes the place of an older line: a choice between the lines and none
// of them, on dialogues of which is known what changed. Every author's dialogues are judged by what the others' teach. Rewrites
// change-weights.ts and change-words.ts in memory/write/.
// Run: node --conditions=daypack-source bench/memory/weigh-changes.ts FILE… [--author NAME]… [--show] [--write]
import { readFileSync, writeFileSync } from 'node:fs'
import { gramsOf } from '../../packages/daypack/src/memory/text/grams.ts'
import { isLinked, oddsBy } from '../../packages/daypack/src/memory/write/likely.ts'
import { LIKELY } from '../../packages/daypack/src/memory/write/refers.ts'
import {
  chanceOf,
  chancesOf,
  partsOf,
  product,
  termsOf,
  type Weights,
} from '../../packages/daypack/src/memory/write/weighed.ts'
import { dialoguesAt } from './dialogues.ts'
import { choice, logistic, spreadOf } from './fit.ts'
import { type Asked, askedIn } from './samples.ts'
import { rounded, vocabulary, writeWords } from './words.ts'

/** The clue that words give. */
const TOLD = 'sounds like a change'

/** Clues that mean something else together. */
const TOGETHER = [
  [
    ...['says change', 'one word', 'two words', 'other value', 'other closed value', 'same beginning'],
    ...['alone shares most', 'the only line with such a value', 'recent', 'begins with nothing', 'share of characters'],
    ...['same name', 'new name'],
  ],
  ['new name', 'same name', 'one word', 'two words', 'same beginning'],
  ['says change of it', 'other value', 'new name', 'other closed value', 'same name'],
  ['says over of it', 'same name', 'share of the line'],
  ['other closed value', 'one word', 'two words', 'same beginning', 'begins with nothing', 'recent'],
  ['other closed value', 'names nothing'],
  ['other name', 'one word', 'same beginning', 'same name'],
  ['other value', 'one word', 'two words', 'same beginning', 'who does it', 'what it is called', 'both of ours'],
  ['one says no', 'share of the line', 'two words'],
  ['another of its kind', 'says change', 'other closed value', 'two words'],
  ['same value', 'other value', 'says change', 'new name'],
  ['share of the line', 'says change', 'other value', 'new name'],
  ['other time', 'one word', 'says change', 'other beginning'],
  ['other day', 'one word', 'says change', 'other beginning'],
  ['other amount', 'one word', 'says change', 'other beginning'],
  ['other beginning', 'one word', 'other closed value', 'says change'],
  ['says over', 'one word', 'share of the line', 'same name'],
  ['says change * other closed value', 'one word', 'begins with nothing', 'the only line with such a value'],
  ['says change * other value', 'one word', 'two words'],
  [
    'same concept',
    'says change',
    'other value',
    'other closed value',
    'new name',
    'one word',
    'same beginning',
    'recent',
  ],
  ['by other words', 'says change', 'other value', 'other closed value', 'new name', 'one word'],
  ['the only line about it', 'says change', 'other value', 'other closed value', 'new name', 'one word'],
  [
    ...[TOLD, 'one word', 'two words', 'three words', 'other value', 'other closed value', 'same name', 'new name'],
    ...['same concept', 'by other words', 'share of the line', 'alone shares most', 'same beginning', 'one says no'],
    ...['the only line with such a value', 'says change of it', 'same value', 'recent', 'begins with nothing'],
    ...['the only line about it', 'another number of it', 'share of characters', 'other name', 'other day'],
    ...['other time', 'other number'],
  ],
  ['same concept * says change', 'other value', 'other closed value', 'new name', 'the only line with such a value'],
].flatMap(([first = '', ...rest]) => rest.map((each) => `${first} * ${each}`))

/** Keeps weights of clues, and of words, that seldom tell near 0. */
const PULL = { clue: 20, word: 3 }
/** What was made up to be hard says less of what people say. */
const MADE_UP = 0.4
/** Of a clue so rare nothing is learned. */
const LEAST_ROWS = 12
/** Smaller ones say nothing. */
const LEAST_WEIGHT = 0.05

/** Who wrote a dialogue; those who knew the rules count as one. */
function authorOf(id: string): string {
  return /^..-([htg]\d+)-/.exec(id)?.[1] ?? 'ours'
}

const countOf = (id: string): number => (authorOf(id) === 'ours' ? MADE_UP : 1)
const isChange = ({ lines }: Asked): boolean => lines.some(({ isOld }) => isOld)

/** What each word tells of whether anything is changed. */
function wordsOf(asked: readonly Asked[]): Map<string, number> {
  const plain = asked.filter((each) => isChange(each) || !each.lines.some(({ isNear }) => isNear))
  const words = vocabulary(plain.map(({ id, now }) => ({ text: now, author: authorOf(id) })))
  const at = new Map(words.map((word, index) => [word, index]))
  const rows = plain.map((each) => ({
    row: [...gramsOf(each.now)].flatMap((word) => {
      const index = at.get(word)
      return index === undefined ? [] : { at: index, value: 1 }
    }),
    ...{ isTrue: isChange(each), count: countOf(each.id) },
  }))
  const weights = logistic(rows, new Float64Array(words.length).fill(PULL.word))
  return new Map(words.map((word, index) => [word, rounded(weights[index]!)]))
}

function toldWith(words: ReadonlyMap<string, number>, { now }: Asked): number {
  return chanceOf([...gramsOf(now)].reduce((sum, gram) => sum + (words.get(gram) ?? 0), 0))
}

/** A quarter of the authors each. */
function grouped(authors: readonly string[]): string[][] {
  const groups = [0, 1, 2, 3].map((group) => authors.filter((_, at) => at % 4 === group))
  return groups.filter(({ length }) => length > 0)
}

/** Each statement's words are judged by what other authors teach: as good as they will be for somebody unknown. */
function withTold(asked: readonly Asked[]): Asked[] {
  const authors = [...new Set(asked.map(({ id }) => authorOf(id)))]
  return grouped(authors).flatMap((group) => {
    const isOurs = ({ id }: Asked): boolean => group.includes(authorOf(id))
    const words = wordsOf(asked.filter((each) => !isOurs(each)))
    return asked.filter(isOurs).map((each) => told(each, words))
  })
}

function told(asked: Asked, words: ReadonlyMap<string, number>): Asked {
  const chance = toldWith(words, asked)
  return { ...asked, lines: asked.lines.map((line) => ({ ...line, clues: { ...line.clues, [TOLD]: chance } })) }
}

type Learned = { readonly weights: Weights; readonly words: ReadonlyMap<string, number> }

/** One line of several is meant, or none: by how much each clue makes it likelier that it is this one. */
function learn(asked: readonly Asked[]): Learned {
  const asks = withTold(asked).map(({ id, lines }) => ({
    count: countOf(id),
    lines: lines.filter(({ isOld, isNear, clues }) => (isOld || !isNear) && isLinked(clues)),
  }))
  const counts = new Map<string, number>()
  for (const { clues } of asks.flatMap(({ lines }) => lines))
    for (const [name, value] of Object.entries(clues)) if (value !== 0) counts.set(name, (counts.get(name) ?? 0) + 1)
  const single = [...counts].flatMap(([name, count]) => (count >= LEAST_ROWS ? name : [])).toSorted()
  const names = [...single, ...TOGETHER]
  const parts = names.map(partsOf)
  const groups = asks.map(({ count, lines }) => ({
    count,
    lines: lines.map(({ clues, isOld }) => ({
      isOld,
      row: parts.flatMap((each, at) => {
        const value = product(clues, each)
        return value === 0 ? [] : { at, value }
      }),
    })),
  }))
  const spread = spreadOf(
    groups.flatMap(({ lines }) => lines.map(({ row }) => row)),
    names.length,
  )
  const scaled = groups.map(({ count, lines }) => ({
    count,
    lines: lines.map(({ isOld, row }) => ({
      isOld,
      row: row.map(({ at, value }) => ({ at, value: value / spread[at]! })),
    })),
  }))
  const weights = choice(scaled, new Float64Array(names.length).fill(PULL.clue))
  return {
    weights: Object.fromEntries([
      ['', weights.at(-1)!],
      ...names.map((name, at): [string, number] => [name, weights[at]! / spread[at]!]),
    ]),
    words: wordsOf(asked),
  }
}

type Score = { of: number; found: number; wrong: number; asked: number }

function scored(all: readonly Asked[], { weights, words }: Learned, isShown: boolean): Score {
  const terms = termsOf(weights)
  const asked = all.map((each) => told(each, words))
  let [of, found, wrong] = [0, 0, 0]
  for (const { now, lines } of asked) {
    const odds = chancesOf(lines.map(({ clues }) => oddsBy(clues, terms)))
    const at = odds.lastIndexOf(Math.max(...odds))
    const pick = (odds[at] ?? 0) >= LIKELY ? lines[at] : undefined
    const old = lines.find(({ isOld }) => isOld)
    const isWrong = pick?.isOld === false && !pick.isNear
    if (old !== undefined) of++
    if (pick?.isOld === true) found++
    if (isWrong) wrong++
    if (isShown && (isWrong || (old !== undefined && pick?.isOld !== true)))
      console.log(
        `  ${now}\n     strikes ${pick?.line ?? '–'} (${(odds[at] ?? 0).toFixed(2)})\n     should  ${old?.line ?? '–'}${old ? ` (${(odds[lines.indexOf(old)] ?? 0).toFixed(2)})` : ''}`,
      )
  }
  return { of, found, wrong, asked: asked.length }
}

function printed({ of, found, wrong, asked }: Score): string {
  const share = of === 0 ? '–' : `${((100 * found) / of).toFixed(1)} % (${found}/${of})`
  return `${share} of the changes, ${wrong} of ${asked} statements strike a line by mistake`
}

const args = process.argv.slice(2)
const named = args.filter((_, at) => args[at - 1] === '--author')
const files = args.filter((each) => !each.startsWith('--') && !named.includes(each))
const asked: Asked[] = []
for (const dialogue of files.flatMap((file) => dialoguesAt(file))) asked.push(...(await askedIn(dialogue)))
const authors = named.length > 0 ? named : [...new Set(asked.map(({ id }) => authorOf(id)))]
const all: Score = { of: 0, found: 0, wrong: 0, asked: 0 }
for (const group of grouped(authors)) {
  const learned = learn(asked.filter(({ id }) => !group.includes(authorOf(id))))
  for (const author of group) {
    const own = asked.filter(({ id }) => authorOf(id) === author)
    const score = scored(own, learned, args.includes('--show'))
    console.log(`${author}: ${printed(score)}`)
    if (author !== 'ours') for (const key of ['of', 'found', 'wrong', 'asked'] as const) all[key] += score[key]
  }
}
console.log(`all but ours: ${printed(all)}`)
if (args.includes('--write')) {
  const { weights, words } = learn(asked)
  const file = new URL('../../packages/daypack/src/memory/write/change-weights.ts', import.meta.url)
  const text = readFileSync(file, 'utf8')
  const lines = Object.entries(weights)
    .filter(([, weight]) => Math.abs(weight) >= LEAST_WEIGHT)
    .map(([name, weight]) => `  '${name}': ${Math.round(weight * 100) / 100},\n`)
  writeFileSync(file, `${text.slice(0, text.indexOf('{\n') + 2)}${lines.join('')}}\n`)
  writeWords(new URL('change-words.ts', file), words)
}
