import { hash } from 'node:crypto'
import type { Source } from '../notes/provenance.ts'
import { defused, withoutMarks } from '../notes/source.ts'
import type { MemoryState, Phrase } from '../notes/state.ts'
import { eraseWhere, SENTENCE } from './erase.ts'
import { phraseFinder, phraseOf } from './phrases.ts'
import { contentTerms } from './terms.ts'
import { normalForm } from '../text/normal.ts'

/** Terms a statement must have before its words in any order count as the same statement. */
const MIN_TERMS = 3

export type Tombstones = ReturnType<typeof tombstones>

/** What was forgotten, kept as keyed digests: enough to know it again, not enough to read it. */
export function tombstones(state: MemoryState) {
  let seen = 0
  let digests = new Set<string>()
  let sources: string[] = []
  let find: (text: string) => Phrase[] = () => []
  const key = Buffer.from(state.key).toString('base64')
  const keyed = (text: string): string => digest(text, key)

  const current = (): void => {
    const forgotten = state.all('forgotten').map(({ seq, data }) => ({ seq, isGone: true, ...data }))
    const remembered = state.all('remembered').map(({ seq, data }) => ({ seq, isGone: false, ...data }))
    const facts = [...forgotten, ...remembered].toSorted((a, b) => a.seq - b.seq)
    if (seen === facts.length) return
    seen = facts.length
    digests = new Set()
    sources = forgotten.flatMap(({ sources: named = [] }) => named)
    const known = new Map<string, Phrase>()
    for (const { isGone, digests: made = [], phrases = [] } of facts) {
      for (const each of made) digests[isGone ? 'add' : 'delete'](each)
      for (const phrase of phrases) {
        if (isGone) known.set(phrase.all, phrase)
        else known.delete(phrase.all)
      }
    }
    find = phraseFinder([...known.values()], keyed)
  }
  /** Whether the statement, or one of its sentences, was forgotten; or everything it came from. */
  const has = (text: string, from: readonly string[] = []): boolean => {
    current()
    const isGone = (ref: string): boolean => sources.some((gone) => within(ref, gone))
    if (from.some((ref) => ref.includes('://') && isGone(ref)) || (from.length > 0 && from.every(isGone))) return true
    if (digests.size === 0) return false
    return (
      find(text).length > 0 ||
      pieces(text).some((piece) => digestsOf(piece, keyed).some((digest) => digests.has(digest)))
    )
  }
  return {
    get size(): number {
      current()
      return digests.size
    },
    /** See what other processes have forgotten. */
    refresh: (): Promise<void> => state.refresh(),
    has,
    async add(texts: readonly string[], from: readonly string[]): Promise<void> {
      const said = [...new Set(texts.map(withoutLabel))]
      const made = said.flatMap((text) => digestsOf(text, keyed))
      const phrases = said.flatMap((text) => phraseOf(text, keyed) ?? [])
      await state.add('forgotten', { digests: [...new Set(made)], phrases, sources: [...from] })
    },
    /** The user says it again: it may be known again. */
    async lift(text: string): Promise<void> {
      await state.refresh()
      if (!has(text)) return
      const made = pieces(text).flatMap((piece) => digestsOf(piece, keyed))
      await state.add('remembered', { digests: [...new Set(made)], phrases: find(text) })
    },
    /** A note with forgotten lines blanked, line for line. */
    masked(note: string): string {
      return note.replace(/[^\r\n]+/g, (line) => {
        const shown = withoutMarks(line)
        if (!has(shown)) return line
        return shown === line ? line.replace(SENTENCE, (part) => (has(part) ? '' : part)) : ''
      })
    },
    /** A text with forgotten sentences made unreadable, in the same length. */
    erased: (text: string): string => eraseWhere(text, has),
  }
}

/**
 * The one gate for text we write into notes: comments are made visible, secrets taken out. Undefined: it was forgotten and
 * stays so.
 */
export type Admit = (text: string, source: Source) => Promise<string | undefined>

export function ingress(redact: (text: string) => Promise<string>, gone: Tombstones): Admit {
  return async (text, source) => {
    await gone.refresh()
    return gone.has(text, source.from) ? undefined : defused(await redact(text.toWellFormed()))
  }
}

/** Whether a source lies inside another: the same, a range in the same session, or a part of the same file. */
export function within(ref: string, whole: string): boolean {
  const [name, range] = cut(ref)
  const [wholeName, wholeRange] = cut(whole)
  if (name !== wholeName) return wholeRange === undefined && name.startsWith(`${wholeName.replace(/\/$/, '')}/`)
  if (wholeRange === undefined) return true
  if (range === undefined) return false
  return range.from >= wholeRange.from && range.to <= wholeRange.to
}

type Range = { readonly from: number; readonly to: number }

function cut(ref: string): [string, Range | undefined] {
  const match = /^(.*)#L?(\d+)(?:-L?(\d+))?$/.exec(ref)
  if (match === null) return [ref, undefined]
  return [match[1] ?? '', { from: Number(match[2]), to: Number(match[3] ?? match[2]) }]
}

/** A label such as `Preference:` is ours, not part of the statement. */
export function withoutLabel(text: string): string {
  return text.replace(/^\s*(?:[-*+]\s+)?(?:Preference|Fact|Decision|Lesson):\s*/, '')
}

function pieces(text: string): string[] {
  const bare = withoutLabel(text)
  return [...new Set([bare, ...bare.split(/(?<=[.!?])\s+|(?<=[。！？])/)])]
}

function digestsOf(text: string, keyed: (text: string) => string): string[] {
  const exact = normalForm(text)
  if (exact === '') return []
  const terms = contentTerms(text)
  const words = terms.size < MIN_TERMS ? [] : [keyed(`words ${[...terms].toSorted().join(' ')}`)]
  return [keyed(`exact ${exact}`), ...words]
}

/** Keyed in front and cut short: as good as an HMAC here, and many are made while notes are indexed. */
function digest(text: string, key: string): string {
  return hash('sha256', `${key}\0${text}`).slice(0, 24)
}
