/**
 * When to abstain: every question is asked twice, with its answer in the index and with the whole article taken out. One
 * half of the questions sets the curve, the other half says how good it is.
 */
import { memoryIndexStore } from '../../packages/daypack/src/memory/index/memory-store.ts'
import { analyse } from '../../packages/daypack/src/memory/index/analyse.ts'
import { markdownUnits } from '../../packages/daypack/src/memory/search/chunk/markdown.ts'
import { roughTokens } from '../../packages/daypack/src/memory/search/chunk/rough.ts'
import { expandByAliases } from '../../packages/daypack/src/memory/search/meaning/expand.ts'
import { ABSTAIN_BELOW, confidenceOf, strength } from '../../packages/daypack/src/memory/search/confidence.ts'
import { parseQuery } from '../../packages/daypack/src/memory/search/text/query.ts'
import { rank } from '../../packages/daypack/src/memory/search/rank.ts'
import { isHeldOut, squad, type RetrievalSet } from './sets.ts'

export type Sample = {
  readonly strength: number
  readonly answerable: boolean
  readonly right: boolean
  readonly half: number
  readonly set: string
}

const SETS = [
  ['en', 'xquad/xquad.en.json.gz'],
  ['es', 'xquad/xquad.es.json.gz'],
  ['zh', 'xquad/xquad.zh.json.gz'],
  ['zh trial', 'cmrc2018/cmrc2018_trial.json.gz'],
] as const

export async function samples(every: number): Promise<Sample[]> {
  const all: Sample[] = []
  for (const [name, file] of SETS) {
    const set = squad(name, file, 'paragraph')
    for (const [index, question] of set.questions.entries()) {
      if (index % every !== 0) continue
      const article = question.gold[0]?.path.replace(/-\d+\.md$/, '-') ?? ''
      const half = isHeldOut(question) ? 1 : 0
      for (const answerable of [true, false]) {
        const ranking = await ask(set, question.text, answerable ? '' : article)
        const right = answerable && ranking.path === question.gold[0]?.path
        all.push({ strength: ranking.strength, answerable, right, half, set: name })
      }
    }
  }
  return all
}

const readers = new Map<string, ReturnType<typeof readerOf>>()

async function readerOf(set: RetrievalSet) {
  const store = memoryIndexStore()
  await store.write(
    set.files.map(({ path, text }) => ({
      scope: 'notes',
      path,
      hash: '',
      modified: 0,
      indexedAt: 0,
      units: markdownUnits(text, { maxTokens: 220, count: roughTokens }).map((unit) =>
        analyse(unit, { path, timeZone: 'UTC' }),
      ),
    })),
  )
  return store.reader('notes')
}

async function ask(
  set: RetrievalSet,
  text: string,
  without: string,
): Promise<{ strength: number; path: string | undefined }> {
  if (!readers.has(set.name)) readers.set(set.name, readerOf(set))
  const reader = await (readers.get(set.name) as ReturnType<typeof readerOf>)
  const query = parseQuery(text, 20_000, expandByAliases)
  const { ranked, terms } = await rank(reader, query, { candidates: 100 })
  const best = ranked.find(({ text: { path } }) => without === '' || !path.startsWith(without))
  return { strength: strength(reader.units, query, terms, best?.words ?? 0), path: best?.text.path }
}

/** Logistic regression by Newton's method on one feature. */
export function fit(given: readonly Sample[]): { slope: number; middle: number } {
  let [a, b] = [0, 1]
  for (let step = 0; step < 50; step++) {
    let [ga, gb, haa, hab, hbb] = [0, 0, 1e-6, 0, 1e-6]
    for (const { strength: x, right } of given) {
      const p = 1 / (1 + Math.exp(-(a + b * x)))
      const [error, weight] = [(right ? 1 : 0) - p, p * (1 - p)]
      ga += error
      gb += error * x
      haa += weight
      hab += weight * x
      hbb += weight * x * x
    }
    const determinant = haa * hbb - hab * hab
    a += (hbb * ga - hab * gb) / determinant
    b += (haa * gb - hab * ga) / determinant
  }
  return { slope: b, middle: -a / b }
}

export function report(all: readonly Sample[]): string {
  const { slope, middle } = fit(all.filter(({ half }) => half === 0))
  const held = all.filter(({ half }) => half === 1)
  const rows = [...new Set(held.map(({ set }) => set)), 'all'].map((name) => {
    const own = held.filter(({ set }) => name === 'all' || set === name)
    const share = (part: readonly Sample[], test: (sample: Sample) => boolean): string =>
      ((100 * part.filter(test).length) / Math.max(1, part.length)).toFixed(1)
    const abstains = ({ strength: value }: Sample): boolean => confidenceOf(value) < ABSTAIN_BELOW
    return `| ${name} | ${share(
      own.filter(({ answerable }) => !answerable),
      abstains,
    )} | ${share(
      own.filter(({ right }) => right),
      abstains,
    )} | ${brier(own).toFixed(3)} |`
  })
  return [
    `Fit on one half: slope ${slope.toFixed(2)}, middle ${middle.toFixed(3)}.`,
    '',
    '| other half | abstains without an answer % | abstains though right % | Brier score |',
    '|---|---|---|---|',
    ...rows,
  ].join('\n')
}

function brier(all: readonly Sample[]): number {
  return (
    all.reduce((sum, { strength: value, right }) => sum + (confidenceOf(value) - (right ? 1 : 0)) ** 2, 0) /
    Math.max(1, all.length)
  )
}
