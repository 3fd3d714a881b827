import { requestsOf, type Evidence } from '../read/evidence.ts'
import { identifiers } from '../text/identifiers.ts'
import { body, parseSummary } from './parse.ts'
import { SECTION_NAMES, type SectionName, type Sections } from '../tell/sections.ts'

export type Audit = {
  readonly sections: Sections
  /** Why it cannot be accepted; empty when it can. */
  readonly issues: readonly string[]
  /** Names it stated that never occurred: taken out. */
  readonly invented: readonly string[]
  /** Items it gave as the user's wish that the user never said: moved, and marked. */
  readonly unproven: readonly string[]
}

export type AuditOptions = {
  readonly maxChars: number
  /** Everything a name may come from besides the evidence: the earlier note, the instruction. */
  readonly also?: string
  /** All tool output, to tell whether a demand came from there. */
  readonly toolText?: () => string
}

const REFUSAL =
  /^(?:I(?:'m| am) (?:sorry|unable|not able)|Sorry|I (?:can(?:no|')t|won't|cannot)|As an AI|抱歉|对不起|我(?:无法|不能))/i
const GREETING =
  /^(?:hi|hello|hey|sure|of course|certainly|great|understood|how can I|what can I|你好|您好|好的)\b.{0,200}$/is
const ERROR_TEXT =
  /^(?:error|exception|traceback|\{?\s*"?error"?\s*:|(?:api|internal server|rate.?limit|overloaded|timeout|context.?length)\b.{0,60}(?:error|exceeded|failed)|<html|5\d\d\b|4\d\d\b)/i

/** Check and repair what a model wrote before anything is folded on it. */
export function audit(answer: string, evidence: Evidence, options: AuditOptions): Audit {
  const text = body(answer)
  const parsed = parseSummary(answer)
  const issues: string[] = []
  const filled = SECTION_NAMES.filter((name) => parsed[name].length > 0)
  if (text === '') issues.push('It is empty.')
  else if (filled.length < 2 && REFUSAL.test(text)) issues.push('It is a refusal, not a note.')
  else if (filled.length < 2 && ERROR_TEXT.test(text)) issues.push('It is an error text, not a note.')
  else if (filled.length < 2 && GREETING.test(text)) issues.push('It is a greeting, not a note.')
  else {
    const missing = (['goal', 'next'] as const).filter((name) => parsed[name].length === 0)
    const progress = parsed.done.length + parsed.inProgress.length + parsed.blocked.length
    if (missing.includes('goal')) issues.push('The section Goal is missing or empty.')
    if (progress === 0 && missing.includes('next'))
      issues.push('The sections Progress and Next Steps are missing or empty.')
    if (text.length > options.maxChars * 3)
      issues.push(`It has ${text.length} characters; at most ${options.maxChars} are allowed.`)
  }
  const { sections, invented } = withoutInvented(parsed, evidence, options.also ?? '')
  if (invented.length > 5 && invented.length > identifiers(text).length / 3) {
    issues.push(`It states names that never occurred: ${invented.slice(0, 12).join(', ')}.`)
  }
  const proven = provenance(sections, evidence, options)
  return { sections: proven.sections, issues, invented, unproven: proven.unproven }
}

/** Names must have occurred. The rest of the item stays. */
function withoutInvented(
  parsed: Sections,
  evidence: Evidence,
  also: string,
): { sections: Sections; invented: string[] } {
  const invented = new Set<string>()
  const spoken = requestsOf(evidence)
    .map((request) => request.text)
    .join('\n')
  let all: string | undefined
  const occurred = (name: string): boolean => standsIn((all ??= everything(evidence)), name)
  const clean = (item: string): string => {
    let text = item
    for (const name of identifiers(item).toSorted((one, other) => other.length - one.length)) {
      if (!text.includes(name)) continue
      if (evidence.names.has(name) || spoken.includes(name) || also.includes(name)) continue
      if (partsKnown(name, evidence) || occurred(name)) continue
      invented.add(name)
      text = text.replaceAll(name, '[name not in the conversation]')
    }
    return text
  }
  return { sections: mapSections(parsed, clean), invented: [...invented] }
}

/** All that is known of the conversation: a short hash is the start of a longer one. */
function everything({ tale, files, names, spoken }: Evidence): string {
  const told = tale.events.flatMap(({ head, text, full = '', said = '' }) => [head, text, full, said])
  const seen = [...files.files.values()].flatMap((file) => [...file.lines, ...file.loose.flat()])
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

/** A path is fine when it is a part of a known one, from folder to folder; a joined name when all its own parts are known. */
function partsKnown(name: string, evidence: Evidence): boolean {
  const parts = identifiers(name).filter((part) => part !== name)
  if (name.includes('/')) {
    const wanted = `/${name.replace(/^\.?\//, '').replace(/\/$/, '')}/`
    return [...evidence.names].some((known) => `/${known.replace(/^\//, '')}/`.includes(wanted))
  }
  return parts.length > 1 && parts.every((part) => evidence.names.has(part))
}

/** A demand stands under Constraints only if its words were the user's; else it is moved to the context, with its source. */
function provenance(
  sections: Sections,
  evidence: Evidence,
  options: AuditOptions,
): { sections: Sections; unproven: string[] } {
  const users = words(
    requestsOf(evidence)
      .map((request) => request.text)
      .join('\n') + (options.also ?? ''),
  )
  const unproven: string[] = []
  const kept: string[] = []
  let tools: Set<string> | undefined
  for (const item of sections.constraints) {
    if (share(item, users) >= 0.5) {
      kept.push(item)
      continue
    }
    tools ??= words(options.toolText?.() ?? '')
    unproven.push(
      `${item} (${share(item, tools) >= 0.5 ? 'from tool output, not from the user' : 'not said by the user'})`,
    )
  }
  return { sections: { ...sections, constraints: kept, context: [...sections.context, ...unproven] }, unproven }
}

/** Words of letters, and pairs of CJK characters. */
function words(text: string): Set<string> {
  const found = new Set<string>()
  for (const [word] of text.toLowerCase().matchAll(/[\p{L}\p{N}_]{3,}/gu)) {
    if (!CJK.test(word)) found.add(word.slice(0, 6))
    else for (let index = 0; index + 1 < word.length; index++) found.add(word.slice(index, index + 2))
  }
  return found
}

const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

function share(item: string, known: ReadonlySet<string>): number {
  const own = [...words(item.replaceAll(/\[[^\]]{0,300}\]/g, ''))]
  return own.length === 0 ? 1 : own.filter((word) => known.has(word)).length / own.length
}

function mapSections(sections: Sections, change: (item: string) => string): Sections {
  const changed: Record<SectionName, readonly string[]> = { ...sections }
  for (const name of SECTION_NAMES) changed[name] = sections[name].map(change)
  return changed
}
