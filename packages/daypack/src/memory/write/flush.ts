import { reasonOf } from '../../model/errors.ts'
import type { BlobStore, LogStore, NoteStore, SessionId } from '../../model/driver.ts'
import type { Seq } from '../../model/edit.ts'
import type { Entry } from '../../model/entry.ts'
import type { Summarize } from '../../passes/pass.ts'
import { entriesOf } from '../notes/entries.ts'
import type { PageLine } from '../notes/lines.ts'
import { dayLog } from '../notes/path.ts'
import { marked, sourceMark, sourceOf } from '../notes/source.ts'
import { appended, updateNote } from '../notes/update.ts'
import { isWished, withoutWishes } from '../trust/forget-wish.ts'
import { type Admit, withoutLabel } from '../trust/tombstones.ts'
import { leastTrusted, type Provenance, sessionSource, type Source } from '../notes/provenance.ts'
import { normalForm } from '../text/normal.ts'
import type { AskAgent } from './agent.ts'
import { type Choice, type Refused, writeByModel } from './by-model.ts'
import { extract } from './extract.ts'
import { type Statement, statementText, oneLine } from '../notes/statement.ts'
import { sourcesOf } from './attribute.ts'
import { type Speech, speechOf } from './speech.ts'

/** Messages of a session on their way into a day's log. */
export type FlushJob = {
  readonly session: SessionId
  readonly from: Seq
  readonly to: Seq
  /** Fixed when the job was made: running it after midnight does not move it. */
  readonly day: string
  readonly time: string
  /** The least trusted thing the session saw before `from`. */
  readonly before: Provenance
}

export type Flushed = {
  readonly state: 'written' | 'silent' | 'known'
  readonly path: string
  readonly lines: readonly string[]
  /** Who chose the lines: a model, an agent, or our own rules (`why` says why neither). */
  readonly by: 'model' | 'agent' | 'rules'
  readonly why?: string
  /** Lines of a model that say what no message it cites says: not written. */
  readonly refused: readonly Refused[]
  /** How many of the lines are the user's sentence instead of what a model made of it. */
  readonly quoted: number
  /** Lines the user asked to forget, by their ids; nothing is forgotten before they confirm it. */
  readonly forget?: readonly string[]
  /** The least trusted thing the session has seen by now. */
  readonly lineage: Provenance
}

export type FlushContext = {
  readonly notes: NoteStore
  readonly log?: LogStore
  readonly blobs?: BlobStore
  readonly admit: Admit
  readonly summarize?: Summarize
  /** Asked in place of the model. */
  readonly agent?: AskAgent
  /** The lines that hold, for a model to change. */
  readonly page?: () => Promise<readonly PageLine[]>
  readonly zone?: string
  /** Where no rule finds anything, write down what was asked. */
  readonly requests?: boolean
  readonly signal?: AbortSignal
}

/** Write what is worth keeping of a range to its day's log; a range already written there is left alone. */
export async function flush(job: FlushJob, context: FlushContext, given?: readonly Entry[]): Promise<Flushed> {
  const path = dayLog(job.day)
  const all = given ?? (await context.log?.read(job.session, job.from - 1))?.entries ?? []
  const entries = all.filter((entry) => entry.seq >= job.from && entry.seq <= job.to)
  const speech = await speechOf(entries, context.blobs)
  const lineage = leastTrusted([job.before, ...speech.heard.filter(({ by }) => by !== 'user').map(({ by }) => by)])
  const chosen = await choose(speech, entries, job, context)
  const lines = chosen.written ?? (await admitted(chosen, speech, job, context.admit))
  const forget = [...new Set([...(chosen.forget ?? []), ...(await wishedLines(speech, context))])]
  const result = {
    path,
    lines,
    by: chosen.by,
    lineage,
    refused: chosen.refused,
    quoted: chosen.quoted ?? 0,
    ...(forget.length > 0 && { forget }),
    ...(chosen.why === undefined ? {} : { why: chosen.why }),
  }
  if (lines.length === 0) return { ...result, state: 'silent' }
  if (chosen.written !== undefined) return { ...result, state: 'written' }
  const ref = sessionSource(job.session, job.from, job.to)
  let added: string[] = []
  const { changed } = await updateNote(
    context.notes,
    path,
    (text) => {
      added = alreadyThere(text ?? '', ref) ? [] : unknown(text ?? '', lines)
      if (added.length === 0) return undefined
      const heading = `## ${job.time} ${oneWord(job.session)}, messages ${job.from}–${job.to} ${sourceMark({ by: lineage, from: [ref] })}`
      return appended(text === undefined || text === '' ? `# ${job.day}\n` : text, [heading, ...added].join('\n'))
    },
    `flush ${ref}`,
  )
  return { ...result, lines: added, state: changed ? 'written' : 'known' }
}

/** Ids of the lines that users asked to forget, in whatever language we know it in. */
async function wishedLines({ heard }: Speech, { page }: FlushContext): Promise<string[]> {
  const wishes = heard.flatMap(({ by, text }) => (by === 'user' ? withoutWishes(text).wishes : []))
  const lines = wishes.length === 0 ? [] : ((await page?.()) ?? [])
  return lines.filter(({ text }) => wishes.some((wish) => isWished(text, wish))).map(({ id }) => id)
}

type Chosen = Choice & { readonly by: Flushed['by']; readonly why?: string }

async function choose(
  speech: Speech,
  entries: readonly Entry[],
  job: FlushJob,
  context: FlushContext,
): Promise<Chosen> {
  const heard = speech.heard.map((said) => (said.by === 'user' ? { ...said, ...withoutWishes(said.text) } : said))
  const found = extract({ ...speech, heard })
  const rules = (why?: string): Chosen => ({
    items: found.length > 0 || !context.requests ? found : asked(speech),
    by: 'rules',
    refused: [],
    ...(why === undefined ? {} : { why }),
  })
  const { summarize, agent, signal, zone = 'UTC' } = context
  if ((agent ?? summarize) === undefined || !isWorthAsking(speech)) return rules()
  const by = agent === undefined ? 'model' : 'agent'
  try {
    const page = (await context.page?.()) ?? []
    const choice = agent
      ? await agent(speech, job, entries, signal)
      : await writeByModel({ day: job.day, zone, page, speech }, summarize!, signal)
    return choice === undefined ? rules(`the ${by} gave no usable answer`) : { ...choice, by }
  } catch (error) {
    // Cut off in the middle is not failed: the job stays for the next start.
    if (signal?.aborted === true) throw error
    return rules(`the ${by} failed: ${reasonOf(error)}`)
  }
}

const REQUESTS = 5
const REQUEST_CHARS = 200

/** Where no rule finds anything to keep: what was asked, so that the day's log tells of every conversation. */
function asked({ heard }: Speech): Statement[] {
  return heard
    .filter((said) => said.by === 'user' && said.text.trim().length >= 20)
    .slice(-REQUESTS)
    .map(({ seq, text }) => ({
      kind: 'Fact',
      text: oneLine(`Asked: ${text.length > REQUEST_CHARS ? `${text.slice(0, REQUEST_CHARS).toWellFormed()}…` : text}`),
      seqs: [seq],
      by: 'user',
    }))
}

/** A model is not called for a greeting. */
function isWorthAsking({ heard, calls }: Speech): boolean {
  const said = heard.filter(({ by }) => by === 'user' || by === 'model').reduce((sum, { text }) => sum + text.length, 0)
  return calls.length > 0 || said >= MIN_CHARS
}

const MIN_CHARS = 60

async function admitted(
  { items, by: writer }: Chosen,
  { heard }: Speech,
  job: FlushJob,
  admit: Admit,
): Promise<string[]> {
  const lines: string[] = []
  for (const item of items) {
    const seqs = item.seqs.length > 0 ? item.seqs : [job.from]
    const from = sourcesOf(job.session, { by: item.by, seqs }, heard)
    const source: Source = {
      by: item.by,
      from,
      ...(item.replaces !== undefined && { replaces: item.replaces }),
      ...(writer === 'model' && { writer }),
    }
    const text = await admit(statementText(item), source)
    if (text !== undefined) lines.push(marked(`- ${text}`, source))
  }
  return lines
}

function alreadyThere(text: string, ref: string): boolean {
  return text.split('\n').some((line) => line.startsWith('## ') && sourceOf(line)?.from.includes(ref) === true)
}

/** Lines that say something the log does not say yet. */
function unknown(text: string, lines: readonly string[]): string[] {
  const known = new Set(entriesOf(text).map((entry) => normalForm(withoutLabel(entry.text))))
  return lines.filter((line) => {
    const key = normalForm(withoutLabel(entriesOf(line)[0]?.text ?? ''))
    if (known.has(key)) return false
    known.add(key)
    return true
  })
}

function oneWord(session: string): string {
  return session.replace(/[\s<>#]+/g, '-').slice(0, 60)
}
