import type { IndexReader, Scope } from '../../model/index-store.ts'
import type { Tokens } from '../../model/json.ts'
import { citation } from '../notes/citation.ts'
import { roughTokens } from './chunk/rough.ts'
import { formatDay } from '../text/days.ts'
import type { Hit } from '../index/search-api.ts'
import { besideOf, type Ranked, type Ranking } from './rank.ts'

/** A neighbour up to this many tokens is shown with a hit: short lines say little alone. */
const SHORT = 60
/** Hits that merge make room for others, but not for ever weaker ones: units for each hit asked for. */
const UNITS_PER_HIT = 3

export type ShowOptions = {
  readonly limit: number
  readonly maxTokens: Tokens
  readonly grow: boolean
  /** Turns a rank score into the score of the hit. */
  readonly scale: (score: number) => number
  readonly scope: Scope
  readonly beside: Ranking['beside']
}

/** Units of one file that are shown together, by unit number. */
type Group = {
  readonly best: Ranked
  readonly file: number
  readonly texts: Map<number, Ranked['text']>
}

/**
 * Ranked units as hits: those that touch are merged, and what is left of the token budget goes to short neighbours, best
 * hits first. Places that merging leaves free go to the next units. The best hit is shown whatever its size.
 */
export async function show(
  reader: IndexReader,
  ranked: readonly Ranked[],
  options: ShowOptions,
): Promise<{ hits: Hit[]; overBudget: number }> {
  const { grow, limit } = options
  let groups: Group[] = []
  let left = options.maxTokens
  let overBudget = 0
  let next = 0
  let taken = 0
  while (next < ranked.length && groups.length < limit && taken < limit * UNITS_PER_HIT) {
    const fresh: Group[] = []
    for (; next < ranked.length && groups.length + fresh.length < limit && taken < limit * UNITS_PER_HIT; next++) {
      const unit = ranked[next] as Ranked
      const file = reader.files[unit.unit] as number
      const all = [...groups, ...fresh]
      const shown = grow ? all.find((group) => group.texts.has(unit.unit)) : undefined
      const cost = shown === undefined ? roughTokens(unit.text.text) : 0
      if (cost > left && all.length > 0) {
        overBudget++
        continue
      }
      left -= cost
      taken++
      const host = shown ?? (grow ? all.find((group) => group.file === file && touches(group, unit.unit)) : undefined)
      if (host === undefined) fresh.push({ best: unit, file, texts: new Map([[unit.unit, unit.text]]) })
      else host.texts.set(unit.unit, unit.text)
    }
    if (grow) left = await growAll(reader, fresh, left, options.beside)
    groups = grow ? mergeTouching([...groups, ...fresh]) : fresh
  }
  return { hits: groups.map((group) => toHit(reader, group, options)), overBudget }
}

function touches(group: Group, unit: number): boolean {
  return group.texts.has(unit - 1) || group.texts.has(unit + 1)
}

/** The lines right before and after each, if they are short and there is room. */
async function growAll(
  reader: IndexReader,
  groups: readonly Group[],
  room: Tokens,
  known: Ranking['beside'],
): Promise<Tokens> {
  let left = room
  const wanted = groups.flatMap((group) => besideOf(reader, [...group.texts.keys()]).map((unit) => ({ group, unit })))
  const missing = wanted.flatMap(({ unit }) => (known.has(unit) ? [] : unit))
  const texts = missing.length === 0 ? [] : await reader.texts(missing)
  const asked = new Map(missing.map((unit, at) => [unit, texts[at]]))
  for (const { group, unit } of wanted) {
    const text = (known.get(unit) ?? asked.get(unit)) as Ranked['text']
    const cost = roughTokens(text.text)
    if (cost > SHORT || cost > left) continue
    group.texts.set(unit, text)
    left -= cost
  }
  return left
}

/** Groups that met or overlap while growing become one, at the place of the better. */
function mergeTouching(groups: readonly Group[]): Group[] {
  const result: Group[] = []
  for (const group of groups) {
    const host = result.find(
      (other) =>
        other.file === group.file &&
        [...group.texts.keys()].some((unit) => other.texts.has(unit) || touches(other, unit)),
    )
    if (host === undefined) result.push(group)
    else for (const [unit, text] of group.texts) host.texts.set(unit, text)
  }
  return result.length < groups.length ? mergeTouching(result) : result
}

function toHit(reader: IndexReader, group: Group, { scale, scope }: ShowOptions): Hit {
  const { best } = group
  const texts = [...group.texts].toSorted(([a], [b]) => a - b).map(([, text]) => text)
  const startLine = Math.min(...texts.map((text) => text.startLine))
  const endLine = Math.max(...texts.map((text) => text.endLine))
  const day = reader.days[best.unit] as number
  const { keyword, meaning, vector } = best
  return {
    path: best.text.path,
    startLine,
    endLine,
    score: round(scale(best.score)),
    text: texts.map((text) => text.text).join('\n'),
    legs: {
      ...(keyword > 0 && { keyword: round(keyword) }),
      ...(meaning > 0 && { meaning: round(meaning) }),
      ...(vector > 0 && { vector: round(vector) }),
    },
    scope,
    heading: best.text.heading,
    ...(day !== 0 && { date: formatDay(day) }),
    citation: citation(best.text.path, startLine, endLine),
  }
}

function round(value: number): number {
  return Math.round(value * 1e4) / 1e4
}
