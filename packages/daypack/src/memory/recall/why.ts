import type { LogStore, NoteStore, SessionId } from '../../model/driver.ts'
import type { Seq } from '../../model/edit.ts'
import { textOf } from '../../model/message.ts'
import { citation } from '../notes/citation.ts'
import { entriesOf } from '../notes/entries.ts'
import { messagesIn, type Provenance } from '../notes/provenance.ts'
import { isMeant } from '../trust/match.ts'
import { contentTerms, share } from '../trust/terms.ts'
import { sentences } from '../write/sentences.ts'

/** A line of a note, who says so, and the very words it rests on. */
export type Reason = {
  readonly citation: string
  readonly text: string
  readonly by: Provenance
  /** It holds no longer. */
  readonly struck: boolean
  /** Lines of day logs it was merged from. */
  readonly notes: readonly string[]
  readonly quotes: readonly Quote[]
  /** Sources that can no longer be read, and addresses. */
  readonly others: readonly string[]
}
export type Quote = {
  readonly session: SessionId
  readonly seq: Seq
  readonly role: 'user' | 'assistant' | 'tool' | 'system'
  readonly text: string
}

/** Why the notes say something: every line with these words, back over the day logs to the messages. */
export async function reasonsFor(
  words: string,
  { notes, log }: { readonly notes: NoteStore; readonly log?: LogStore },
): Promise<Reason[]> {
  const reasons: Reason[] = []
  for (const path of await notes.list()) {
    const { text: note = '' } = (await notes.read(path)) ?? {}
    for (const entry of entriesOf(note)) {
      if (!isMeant(entry.text, [], { query: words })) continue
      const found = await traced(entry.text, entry.source.from, { notes, ...(log && { log }) })
      const { text, struck, source } = entry
      reasons.push({ citation: citation(path, entry.startLine, entry.endLine), text, by: source.by, struck, ...found })
    }
  }
  return reasons
}

type Traced = Pick<Reason, 'notes' | 'quotes' | 'others'>

async function traced(
  text: string,
  from: readonly string[],
  { notes, log }: { readonly notes: NoteStore; readonly log?: LogStore },
): Promise<Traced> {
  const through = from.filter((ref) => LINE.test(ref))
  const refs = from.filter((ref) => !LINE.test(ref))
  for (const ref of through) {
    const [, path = '', line] = LINE.exec(ref) ?? []
    const entries = entriesOf((await notes.read(path))?.text ?? '')
    refs.push(...(entries.find(({ startLine }) => startLine === Number(line))?.source.from ?? []))
  }
  const quotes: Quote[] = []
  const others: string[] = []
  for (const ref of refs) {
    const messages = messagesIn(ref)
    const found = messages && log ? await quotesOf(text, messages, log) : []
    quotes.push(...found)
    if (found.length === 0) others.push(ref)
  }
  return { notes: through, quotes, others }
}

/** A line of a day's log. */
const LINE = /^(.+\.md)#L(\d+)/

/** Of each message the sentence that says most of it. */
async function quotesOf(
  text: string,
  { session, from, to }: { session: SessionId; from: Seq; to: Seq },
  log: LogStore,
): Promise<Quote[]> {
  const terms = contentTerms(text)
  const { entries } = await log.read(session, from - 1)
  return entries.flatMap((entry): Quote[] => {
    if (entry.kind !== 'message' || entry.seq < from || entry.seq > to) return []
    const [best] = sentences(textOf(entry.message))
      .map((said) => ({ said, much: share(terms, contentTerms(said)) }))
      .filter(({ much }) => much > 0)
      .toSorted((a, b) => b.much - a.much)
    return best ? [{ session, seq: entry.seq, role: entry.message.role, text: best.said }] : []
  })
}
