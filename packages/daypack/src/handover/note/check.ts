import type { Evidence } from '../read/evidence.ts'
import { contentWords, coverage } from '../text/words.ts'
import { identifiers } from '../text/identifiers.ts'
import { eachSection, type Sections } from '../tell/sections.ts'
import { body, parseSummary } from '../tell/parse.ts'

export type CheckedNote = {
  readonly sections: Sections
  /** Why it cannot be accepted; empty when it can. */
  readonly issues: readonly string[]
  /** Names it stated that never occurred: taken out. */
  readonly invented: readonly string[]
  /** Items it gave as the user's wish that the user never said: moved, and marked. */
  readonly unproven: readonly string[]
}

export type CheckOptions = {
  readonly maxChars: number
  /** What a name may come from besides the evidence: the earlier note, the instruction, the tools. */
  readonly also?: string
}

/** Check and repair what a model wrote before anything is folded on it. */
export function checkNote(answer: string, evidence: Evidence, { maxChars, also = '' }: CheckOptions): CheckedNote {
  const parsed = parseSummary(answer)
  const { length } = body(answer)
  const { sections, invented } = withoutInvented(parsed, evidence, also)
  const proven = withProof(sections, evidence, also)
  const issues = [
    // Refusals, greetings and error texts have no sections either.
    ...(parsed.goal.length === 0 ? ['The section Goal is missing or empty.'] : []),
    ...(parsed.done.length + parsed.inProgress.length + parsed.blocked.length + parsed.next.length === 0
      ? ['The sections Progress and Next Steps are missing or empty.']
      : []),
    ...(length > maxChars * 3 ? [`It has ${length} characters; at most ${maxChars} are allowed.`] : []),
    ...(invented.length > 5 && invented.length > identifiers(body(answer)).length / 3
      ? [`It states names that never occurred: ${invented.slice(0, 12).join(', ')}.`]
      : []),
  ]
  return { ...proven, issues, invented }
}

/** Names must have occurred. The rest of the item stays. */
function withoutInvented(
  parsed: Sections,
  evidence: Evidence,
  also: string,
): Pick<CheckedNote, 'sections' | 'invented'> {
  const invented = new Set<string>()
  let all: string | undefined
  const hasOccurred = (name: string): boolean => {
    if (evidence.names.has(name) || also.includes(name)) return true
    return standsIn((all ??= everything(evidence)), name)
  }
  const clean = (item: string): string =>
    identifiers(item)
      .toSorted((one, other) => other.length - one.length)
      .reduce((text, name) => {
        if (!text.includes(name) || hasOccurred(name)) return text
        invented.add(name)
        return text.replaceAll(name, '[name not in the conversation]')
      }, item)
  return { sections: eachSection((name) => parsed[name].map(clean)), invented: [...invented] }
}

/** All that is known of the conversation: a short hash is the start of a longer one. */
function everything({ timeline, files, names, spoken }: Evidence): string {
  const told = timeline.events.flatMap(({ head, text, full = '', said = '' }) => [head, text, full, said])
  const seen = [...files.files.values()].flatMap((file) => file.lines)
  return [...told, ...seen.flatMap((line) => line?.text ?? []), ...names, ...spoken.keys()].join('\n')
}

/** A name stands in a text as it is, a path from one of its folders on, whatever line of it is meant. */
function standsIn(text: string, name: string): boolean {
  const plain = name.replace(/:\d+(?:[-:]\d+)?$/, '').replace(/^\.\//, '')
  if (!plain.includes('/')) return text.includes(plain)
  for (let at = text.indexOf(plain); at >= 0; at = text.indexOf(plain, at + 1))
    if (at === 0 || !/[\w.-]/.test(text[at - 1] ?? '')) return true
  return false
}

/** The share of a demand's words that must be the user's. */
const PROOF = 0.5

/** A demand stands under Constraints only if its words were the user's; else it is moved to the context, and says so. */
function withProof(
  sections: Sections,
  { timeline }: Evidence,
  also: string,
): Pick<CheckedNote, 'sections' | 'unproven'> {
  const requests = timeline.events.flatMap((event) => (event.kind === 'user' ? [event.text] : []))
  const users = contentWords([...requests, also].join('\n'))
  const isProven = (item: string): boolean => {
    const words = contentWords(item.replaceAll(/\[[^\]]{0,300}\]/g, ''))
    return words.size === 0 || coverage(words, users) >= PROOF
  }
  const unproven = sections.constraints
    .filter((item) => !isProven(item))
    .map((item) => `${item} (not said by the user)`)
  const constraints = sections.constraints.filter(isProven)
  return { sections: { ...sections, constraints, context: [...sections.context, ...unproven] }, unproven }
}
