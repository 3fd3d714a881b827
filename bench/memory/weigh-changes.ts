// What each clue tells of whether a statement takes the place of an older line: a logistic regression on dialogues of which is
// known what changed. Every author's dialogues are judged by what the others' teach. Rewrites memory/write/change-weights.ts.
// Run: node --conditions=daypack-source bench/memory/weigh-changes.ts FILE… [--author NAME]… [--show] [--write]
import { readFileSync, writeFileSync } from 'node:fs'
import { oddsBy } from '../../packages/daypack/src/memory/write/likely.ts'
import { LIKELY } from '../../packages/daypack/src/memory/write/refers.ts'
import { termsOf, type Weights } from '../../packages/daypack/src/memory/write/weighed.ts'
import { dialoguesAt } from './dialogues.ts'
import { fitted, type Row } from './fit.ts'
import { type Asked, askedIn } from './samples.ts'

/** Clues that mean something else together. */
const TOGETHER = [
  [
    ...['says change', 'one word', 'two words', 'other value', 'other closed value', 'same beginning', 'same topic'],
    ...['alone shares most', 'the only line with such a value', 'recent', 'begins with nothing', 'share of characters'],
    ...['same name', 'new name'],
  ],
  ['new name', 'same name', 'one word', 'two words', 'same topic', 'same beginning'],
  ['says change of it', 'other value', 'new name', 'other closed value', 'same name'],
  ['says over of it', 'same name', 'share of the line'],
  ['other closed value', 'one word', 'two words', 'same beginning', 'same topic', 'begins with nothing', 'recent'],
  ['other closed value', 'names nothing'],
  ['other name', 'one word', 'same beginning', 'same topic', 'same name'],
  ['other value', 'one word', 'two words', 'same beginning', 'who does it', 'what it is called', 'both of ours'],
  ['one says no', 'share of the line', 'two words'],
  ['another of its kind', 'says change', 'other closed value', 'two words'],
  ['same value', 'other value', 'says change', 'new name'],
  ['share of the line', 'says change', 'other value', 'new name'],
  ['other time', 'one word', 'same topic', 'says change', 'other beginning'],
  ['other day', 'one word', 'same topic', 'says change', 'other beginning'],
  ['other amount', 'one word', 'same topic', 'says change', 'other beginning'],
  ['other beginning', 'one word', 'other closed value', 'same topic', 'says change'],
  ['says over', 'one word', 'share of the line', 'same name'],
  [
    'says change * other closed value',
    'one word',
    'begins with nothing',
    'the only line with such a value',
    'same topic',
  ],
  ['says change * other value', 'one word', 'two words'],
].flatMap(([first = '', ...rest]) => rest.map((each) => `${first} * ${each}`))

/** Keeps weights of clues that seldom tell near 0. */
const PULL = 20
/** What was made up to be hard says less of what people say. */
const MADE_UP = 0.4
/** Smaller ones say nothing. */
const LEAST_WEIGHT = 0.05

/** Who wrote a dialogue; those who knew the rules count as one. */
function authorOf(id: string): string {
  return /^..-([ht]\d+)-/.exec(id)?.[1] ?? 'ours'
}

function learn(asked: readonly Asked[]): Weights {
  const rows = asked.flatMap(({ id, lines }) =>
    lines
      .filter(({ isOld, isNear }) => isOld || !isNear)
      .map(({ clues, isOld }): Row => ({ clues, isTrue: isOld, count: authorOf(id) === 'ours' ? MADE_UP : 1 })),
  )
  return fitted(rows, PULL, TOGETHER)
}

function scored(asked: readonly Asked[], weights: Weights, isShown: boolean): string {
  const terms = termsOf(weights)
  let [of, found, wrong] = [0, 0, 0]
  for (const { now, lines } of asked) {
    const odds = lines.map(({ clues }) => oddsBy(clues, terms))
    const at = odds.lastIndexOf(Math.max(...odds))
    const pick = (odds[at] ?? 0) >= LIKELY ? lines[at] : undefined
    const old = lines.find(({ isOld }) => isOld)
    const isWrong = pick?.isOld === false && !pick.isNear
    if (old !== undefined) of++
    if (pick?.isOld === true) found++
    if (isWrong) wrong++
    if (isShown && (isWrong || (old !== undefined && pick?.isOld !== true)))
      console.log(`  ${now}\n     strikes ${pick?.line ?? '–'}\n     should  ${old?.line ?? '–'}`)
  }
  const share = of === 0 ? '–' : `${((100 * found) / of).toFixed(1)} % (${found}/${of})`
  return `${share} of the changes, ${wrong} of ${asked.length} statements strike a line by mistake`
}

const args = process.argv.slice(2)
const named = args.filter((_, at) => args[at - 1] === '--author')
const files = args.filter((each, at) => !each.startsWith('--') && args[at - 1] !== '--author')
const asked: Asked[] = []
for (const dialogue of files.flatMap((file) => dialoguesAt(file))) asked.push(...(await askedIn(dialogue)))
const authors = named.length > 0 ? named : [...new Set(asked.map(({ id }) => authorOf(id)))]
for (const author of authors) {
  const weights = learn(asked.filter(({ id }) => authorOf(id) !== author))
  const own = asked.filter(({ id }) => authorOf(id) === author)
  console.log(`${author}: ${scored(own, weights, args.includes('--show'))}`)
}
if (args.includes('--write')) {
  const file = new URL('../../packages/daypack/src/memory/write/change-weights.ts', import.meta.url)
  const text = readFileSync(file, 'utf8')
  const lines = Object.entries(learn(asked))
    .filter(([, weight]) => Math.abs(weight) >= LEAST_WEIGHT)
    .map(([name, weight]) => `  '${name}': ${Math.round(weight * 100) / 100},\n`)
  writeFileSync(file, `${text.slice(0, text.indexOf('{\n') + 2)}${lines.join('')}}\n`)
}
