import type { NoteStore } from '../../model/driver.ts'
import { DaypackError } from '../../model/errors.ts'
import { dayLog } from '../notes/path.ts'
import { linesOf } from '../notes/read.ts'
import { sourceOf, withoutMarks } from '../notes/source.ts'
import { appended } from '../notes/update.ts'
import type { FileMemory } from '../tools/tools.ts'
import type { Admit } from '../trust/ingress.ts'
import { isTrusted, leastTrusted } from '../notes/provenance.ts'
import { withoutLabel } from '../trust/tombstones.ts'
import { unsaidIn } from '../evidence/check.ts'
import { originOf } from '../evidence/origin.ts'
import type { Refused } from './by-model.ts'
import { MAX_ITEMS } from './extract.ts'
import type { FlushJob } from './flush.ts'
import { labelled, oneLine, type Statement, statementText } from '../notes/statement.ts'
import { sourcesOf } from './source-for.ts'
import type { Speech } from './speech.ts'

export type DraftInit = {
  readonly notes: NoteStore
  /** A note's path, as somebody may give it; rejects what is not a note of this workspace. */
  readonly place: (given: string) => Promise<string>
  readonly redact: (text: string) => Promise<string>
  readonly admit: Admit
}

/** Notes as the agent sees them: all can be read, the day's log with the draft at its end; only the draft is written. */
export function draftMemory(
  draft: Statement[],
  speech: Speech,
  job: FlushJob,
  init: DraftInit,
  onRefused: (lines: readonly Refused[]) => void,
): FileMemory {
  const path = dayLog(job.day)
  const { heard, attempts } = speech
  let seen = job.before
  let read = ''
  /** One statement; undefined when it names what nobody said. */
  const stated = (line: string): Statement | undefined => {
    const { kind, text: whole } = labelled(line.replace(/^\s*(?:[-*•]|\d{1,3}[.)])\s+/, ''))
    const text = oneLine(whole.replace(CITES, ''))
    const tried = attempts.map(({ input }) => JSON.stringify(input))
    const everything = [...heard.map((said) => said.text), ...tried, read].join('\n')
    if (text.length < 4 || text.length > 500) return undefined
    if (unsaidIn(withoutMarks(text), everything, '', job.day) !== undefined) return undefined
    const { by, seqs } = originOf(text, heard, job.day)
    return { kind: kind ?? 'Fact', text, by: by === 'model' && !isTrusted(seen) ? seen : by, seqs }
  }

  const own = async (given: string | undefined): Promise<void> => {
    if (given === undefined || (await init.place(given)) === path) return
    throw new DaypackError('unsafe-path', `Here you write to ${path} alone; what lasts goes from there to MEMORY.md.`)
  }
  /** Put what a text states into the draft at `at`, in place of so many lines. */
  const put = async (text: string, at: number, instead: number): Promise<string> => {
    const lines = text.split('\n').filter((line) => !/^\s*(?:#|`{3}|~{3}|$)/.test(line))
    const drafted = lines.map((line) => ({ line, item: stated(line) }))
    const items = drafted.flatMap(({ item }) => item ?? [])
    if (draft.length - instead + items.length > MAX_ITEMS)
      throw new DaypackError('bad-input', `That is more than ${MAX_ITEMS} lines: write less.`)
    const kept: Statement[] = []
    for (const item of items) {
      const source = { by: item.by, from: sourcesOf(job.session, item, heard) }
      if ((await init.admit(statementText(item), source)) !== undefined) kept.push(item)
    }
    draft.splice(at, kept.length > 0 ? instead : 0, ...kept)
    const bad = drafted.flatMap(({ line, item }) => (item === undefined ? [line.trim().slice(0, 100)] : []))
    onRefused(bad.map((line) => ({ line, why: 'it names what nobody said' })))
    if (bad.length > 0 || lines.length === 0) {
      throw new DaypackError(
        'bad-input',
        `Not written: ${JSON.stringify(bad)}. A line is one statement of 4 to 500 characters, and says only what stands in the messages it cites, in the transcript or in a note you have read. ${kept.length} other lines are written.`,
      )
    }
    return kept.length > 0 ? 'written' : 'forgotten'
  }
  return {
    async get(given, from, count) {
      const place = await init.place(given)
      const note = await init.notes.read(place)
      if (note !== undefined) {
        seen = leastTrusted([seen, sourceOf(note.text)?.by ?? 'user'])
        read += `\n${withoutMarks(note.text)}`
      }
      const shown =
        place !== path || draft.length === 0
          ? note
          : { hash: '', modified: 0, text: appended(note?.text, draft.map(lineOf).join('\n')) }
      return linesOf({ list: () => init.notes.list(), read: async () => shown }, place, from, count, init.redact)
    },
    async write(text, { path: given }) {
      await own(given)
      return { path, state: await put(text, draft.length, 0) }
    },
    async edit(given, old, next) {
      await own(given)
      const [at, ...more] = draft.flatMap((item, index) => (lineOf(item).includes(old.trim()) ? [index] : []))
      const line = at === undefined ? undefined : draft[at]
      if (at === undefined || line === undefined || more.length > 0) {
        throw new DaypackError(
          'bad-input',
          `${JSON.stringify(old.slice(0, 100))} must stand in exactly one line that you have added here; ${path} itself is only added to.`,
        )
      }
      const changed = lineOf(line).replace(old.trim(), () => next.trim())
      if (withoutLabel(changed).replace(/^\s*-/, '').trim() !== '') return { path, state: await put(changed, at, 1) }
      draft.splice(at, 1)
      return { path, state: 'written' }
    },
  }
}

function lineOf(item: Statement): string {
  return `- ${statementText(item)}`
}

/** `(12, 15)`: the messages an agent says it rests on; what it rests on is looked up. */
const CITES = /\s*[([（]\s*[\d#\s,，、;–-]{1,200}[)\]）]\s*\.?$/
