import { type Letters, othersSpan, othersStart } from './others.ts'
import { type Part, partsByShape } from './machine-lines.ts'
import { voiceOfText } from './voices.ts'

/**
 * The user's words apart from what they paste: fenced blocks, quoted lines, chats, mails, and runs of lines that no person
 * types. By shape alone, so that it holds for any language; prose that was pasted looks like prose and stays the user's.
 */
export function pastedParts(text: string): Part[] {
  const lines = text.split('\n')
  const span = FENCE_ANYWHERE.test(text) ? undefined : othersSpan(lines)
  if (span === undefined) return partsByShape(text)
  const own = (some: readonly string[]): Part[] => partsByShape(some.join('\n'))
  const between: Part = { by: 'pasted', text: lines.slice(span.from, span.to).join('\n').trimEnd() }
  return [...own(lines.slice(0, span.from)), between, ...own(lines.slice(span.to))]
}

/** What a message says in the user's own words, and what they only quote or paste. */
export type Spoken = {
  readonly own: string
  /** Between two code fences: most likely the user's, but a pasted page that holds fences itself looks the same. */
  readonly between: readonly string[]
  readonly pasted: readonly string[]
}

/** A user message longer than this is a pasted document, not something the user says. */
const MAX_SPOKEN = 4_000

/** The same for whoever must not take another's words for the user's: when in doubt it is pasted. */
export function surelyOwn(text: string, letters: Letters): Spoken {
  if (text.length > 10 * MAX_SPOKEN || voiceOfText(text)?.by === 'output')
    return { own: '', between: [], pasted: [text] }
  const { rest, fenced, between } = withoutFences(text)
  const inner = between.map((part) => surelyOwn(part, letters))
  const pasted = [...fenced, ...inner.flatMap((part) => part.pasted)]
  const cut = (found: string): string => (pasted.push(found), '\n')
  const marked = QUOTES.reduce((left, pattern) => left.replace(pattern, cut), rest)
  const lines = marked.split('\n')
  const from = othersStart(lines, letters)
  if (from >= 0) pasted.push(lines.slice(from).join('\n'))
  const before = from < 0 ? marked : lines.slice(0, from).join('\n')
  const { user = [], pasted: shaped = [] } = Object.groupBy(partsByShape(before), ({ by }) => by)
  pasted.push(...shaped.map((part) => part.text))
  const own = shaped.length > 0 ? user.map((part) => part.text).join('\n') : before
  const told = { between: inner.map((part) => part.own).filter(Boolean), pasted }
  return own.length > MAX_SPOKEN ? { ...told, own: '', pasted: [...pasted, own] } : { ...told, own: own.trim() }
}

/** All from the first fence to the last leaves the text: what is pasted may hold fences itself, and end its own early. */
function withoutFences(text: string): { rest: string; fenced: string[]; between: string[] } {
  const lines = text.split('\n')
  const fences = lines.flatMap((line, index) => (FENCE.test(line) ? [index] : []))
  const [first] = fences
  if (first === undefined) return { rest: text, fenced: [], between: [] }
  const isEven = fences.length % 2 === 0
  const last = isEven ? (fences.at(-1) ?? first) : lines.length - 1
  const inside = lines.slice(first, last + 1)
  const rest = [...lines.slice(0, first), '\n', ...lines.slice(last + 1)].join('\n')
  return { rest, ...((isEven ? inTurn(inside) : undefined) ?? { fenced: [inside.join('\n')], between: [] }) }
}

/** Fenced and between in turn; undefined when a fence opens in another one, or does not close. */
function inTurn(lines: readonly string[]): { fenced: string[]; between: string[] } | undefined {
  const [fenced, between]: [string[][], string[][]] = [[], []]
  let open: string | undefined
  for (const line of lines) {
    const [, ticks, info = ''] = FENCE.exec(line) ?? []
    const place = open === undefined ? between : fenced
    if (ticks === undefined || (open !== undefined && !ticks.startsWith(open))) place.at(-1)?.push(line)
    else if (open === undefined) {
      open = ticks
      fenced.push([line])
      between.push([])
    } else if (info.trim() === '') {
      open = undefined
      fenced.at(-1)?.push(line)
    } else return undefined
  }
  if (open !== undefined) return undefined
  const joined = (parts: readonly string[][]): string[] => parts.map((part) => part.join('\n')).filter(Boolean)
  return { fenced: joined(fenced), between: joined(between) }
}

const FENCE_ANYWHERE = /^\s{0,3}(?:`{3,}|~{3,})/m
const FENCE = /^\s*(?:(?:[-*+>]|\d{1,9}[.)])\s*){0,9}(`{3,}|~{3,})([^\n]*)/

/** Long quotes; quoted lines and those that go on from them; tags, also unclosed; comments; links. */
const QUOTES: readonly RegExp[] = [
  /(?:"""|''')[\s\S]*?(?:"""|'''|$)/g,
  /(?:^|\n)[^\S\n]*>[^\n]*(?:\n(?![^\S\n]*\n)[^\n]+)*/g,
  /<([a-z][\w-]{0,40})(?:\s[^<>]{0,200})?>[\s\S]*?<\/\1\s*>/gi,
  /(?:^|\n)[^\S\n]*<[a-z][\w-]{0,40}(?:\s[^<>]{0,200})?>[\s\S]*$/gi,
  /<!--[\s\S]*?(?:-->|$)/g,
  /!?\[[^[\]\n]{0,500}\]\([^()\n]{0,2000}\)/g,
]
