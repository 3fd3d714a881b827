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
  stores: { readonly notes: NoteStore; readonly log?: LogStore },
  depth = 0,
): Promise<Traced> {
  const through: string[] = []
  const quotes: Quote[] = []
  const others: string[] = []
  for (const ref of from) {
    const line = /^(.+\.md)#L(\d+)/.exec(ref)
    const messages = line ? undefined : messagesIn(ref)
    if (line && depth === 0) {
      through.push(ref)
      const note = (await stores.notes.read(line[1] ?? ''))?.text ?? ''
      const entry = entriesOf(note).find(({ startLine }) => startLine === Number(line[2]))
      const below = await traced(text, entry?.source.from ?? [], stores, 1)
      quotes.push(...below.quotes)
      others.push(...below.others)
    } else if (messages && stores.log) {
      const found = await quotesOf(text, messages, stores.log)
      quotes.push(...found)
      if (found.length === 0) others.push(ref)
    } else others.push(ref)
  }
  return { notes: through, quotes, others }
}

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
