import { isStored } from '../../model/message.ts'
import type { BlobStore } from '../../model/driver.ts'
import type { Entry } from '../../model/entry.ts'
import type { Seq } from '../../model/edit.ts'
import { type Said, unsaidIn, withoutCited } from '../evidence/check.ts'
import { contentOf, evidenceOf, says } from '../evidence/words.ts'
import { isTrusted, leastTrusted, type Provenance, sessionSource, type Source } from '../notes/provenance.ts'
import { labelled } from '../notes/statement.ts'
import { type Heard, speechOf } from './speech.ts'

/** A text somebody asks us to write: whose it is, and those of its lines that name what nobody said. */
export type Attributed = { readonly text: string; readonly source: Source; readonly refused: readonly string[] }

/** Of a stored result this much is read. */
const MAX_BLOB = 256_000
/** What the model writes with these is what is checked, not what bears it out. */
const WRITING_TOOL = /(?:^|__)memory_(?:write|edit)$/

/**
 * As they say, or as the session's entries show: a line that names names, numbers or dates that stand nowhere in the session is
 * refused; an agent's own experience it may word as it likes. `today` and what is `known` need not be said.
 */
export async function attribute(
  text: string,
  given: {
    readonly by?: Provenance
    readonly session?: string
    readonly seq?: Seq
    readonly entries?: readonly Entry[]
  },
  { today, known = '', blobs }: { readonly today: string; readonly known?: string; readonly blobs?: BlobStore },
): Promise<Attributed> {
  const { by, session = 'session', seq, entries } = given
  if (by !== undefined)
    return { text, source: { by, from: seq === undefined ? [] : [sessionSource(session, seq)] }, refused: [] }
  if (entries === undefined) return { text, source: { by: 'tool', from: [] }, refused: [] }
  const everything = [await everythingSaid(entries, blobs), known, today].join('\n')
  const lines = text.split('\n').map((line) => ({ line, stated: statedIn(line) }))
  const isUnsaid = (stated: string): boolean => unsaidIn(stated, everything, '', today) !== undefined
  const refused = lines.filter(({ stated }) => stated !== '' && isUnsaid(stated))
  const kept = lines.filter((each) => !refused.includes(each))
  const { heard } = await speechOf(entries, blobs)
  const origins = kept.flatMap(({ stated }) => (/\p{L}/u.test(stated) ? originOf(stated, heard, today) : []))
  const all = leastTrusted(origins.map((origin) => origin.by))
  const seqs = [...new Set(origins.flatMap((origin) => origin.seqs))].toSorted((a, b) => a - b)
  return {
    text:
      refused.length === 0
        ? text
        : kept
            .map(({ line }) => line)
            .join('\n')
            .trim(),
    source: { by: all, from: sourcesOf(session, { by: all, seqs }, heard) },
    refused: refused.map(({ line }) => line.trim()),
  }
}

/** What a line states; nothing where it is a heading or a fence. */
function statedIn(line: string): string {
  return /^\s*(?:#|`{3}|~{3}|$)/.test(line) ? '' : labelled(line.replace(/^\s*(?:[-*•+]|\d{1,3}[.)])\s+/, '')).text
}

/** Whose a line is that an agent words by itself, and the messages it rests on. */
type LineOrigin = { readonly by: Provenance; readonly seqs: readonly Seq[] }

/** From here on a line is in the words of one message of the user, or repeats what a tool or a document said. */
const [OWN, REPEATS] = [0.6, 0.5]
/** How a prompt introduces a message: no words of the line. */
const PROMPT_LABEL = /\[\d+\] (?:tool result|document or pasted text)[^:]*: /
/** Says what the user is, has or wants. */
const OF_THE_USER = /^\W*preference\b|\buser(?:'s|s)?\b|用户|ユーザー/iu
/** Messages looked at for the user's own words, and how much of each. */
const [RECENT, MOST_CHARS] = [300, 4_000]

/**
 * Whose a line without a quote is: the user's where most of its words, and all its numbers and names, stand in one of their
 * messages; a tool's or a document's where half of the rest stands there; else the agent's own, kept apart from the user's.
 */
export function originOf(line: string, said: readonly Said[], today: string): LineOrigin {
  const words = contentOf(line.replace(PROMPT_LABEL, ''))
  const own = said.slice(-RECENT).filter(({ by, text }) => by === 'user' && text.trim() !== '')
  const message = own.findLast(({ text }) => {
    const spoken = withoutCited(text).slice(0, MOST_CHARS)
    const evidence = evidenceOf(spoken)
    const heard = words.filter((word) => says(word, evidence)).length
    return words.length > 0 && heard >= words.length * OWN && unsaidIn(line, spoken, '', today) === undefined
  })
  if (message !== undefined) return { by: 'user', seqs: [message.seq] }
  const users = evidenceOf(own.map(({ text }) => withoutCited(text)).join('\n'))
  const rest = words.filter((word) => !says(word, users))
  const foreign = said.findLast(({ by, text }) => {
    // What a user's message cites are somebody else's words, as a document's are.
    const isForeign = by === 'tool' || by === 'document' || (by === 'user' && withoutCited(text) !== text)
    if (!isForeign || rest.length === 0) return false
    const there = evidenceOf(text)
    return rest.filter((word) => says(word, there)).length >= rest.length * REPEATS
  })
  // What was recalled or read back by memory is not shown here: a line may repeat it in any words.
  const hidden = said.findLast(({ by, text }) => (by === 'tool' || by === 'document') && text === '')
  const source = foreign ?? hidden
  // An agent may word its own experience; what the user wants only the user says.
  if (source === undefined) return { by: OF_THE_USER.test(line) ? 'tool' : 'model', seqs: [] }
  return { by: source.by === 'user' ? 'document' : source.by, seqs: [source.seq] }
}

/** The entries it rests on, and for what nobody trusted said the pages it was read on: so that it can be found by them. */
export function sourcesOf(
  session: string,
  { by, seqs }: { readonly by: Provenance; readonly seqs: readonly Seq[] },
  heard: readonly Heard[],
): string[] {
  const [first, last] = [seqs.at(0), seqs.at(-1)]
  if (first === undefined) return []
  const pages = isTrusted(by) ? [] : heard.flatMap(({ seq, address }) => (seqs.includes(seq) ? (address ?? []) : []))
  return [sessionSource(session, first, last), ...new Set(pages)]
}

async function everythingSaid(entries: readonly Entry[], blobs: BlobStore | undefined): Promise<string> {
  const said: string[] = []
  for (const block of entries.flatMap((entry) => (entry.kind === 'message' ? entry.message.blocks : []))) {
    if (block.type === 'text') said.push(block.text)
    else if (block.type === 'opaque') said.push(JSON.stringify(block.wire))
    else if (block.type === 'tool-call' && !WRITING_TOOL.test(block.tool)) said.push(JSON.stringify(block.input))
    else if (block.type === 'tool-result') {
      const { content } = block
      const read = isStored(content)
        ? await blobs?.get(content.ref, { from: 0, to: Math.min(MAX_BLOB, content.bytes) })
        : content.text
      said.push(read instanceof Uint8Array ? new TextDecoder().decode(read) : typeof read === 'string' ? read : '')
    }
  }
  return said.join('\n')
}
