import { DaypackError } from 'daypack'
import type { Memory } from 'daypack/memory'
import { messagesIn, numberOf, sourceOf, withoutMarks } from 'daypack/internal'
import type {
  ForgetAnswer,
  MemoryAnswer,
  NoteChange,
  NoteLine,
  NoteRow,
  NoteSource,
  NoteView,
} from 'daypack-inspector/api'
import { Hono } from 'hono'
import type { Reader } from './reader.ts'
import { oneLine, originalText } from './text.ts'

export type MemoryReader = {
  /** Opened when it is first asked for; undefined when memory is off. */
  open(): Promise<Memory | undefined>
  forget?: (words: string) => Promise<{ left: number }>
}

export function memoryRoutes(reading: MemoryReader, reader: Reader): Hono {
  const api = new Hono()
  const { notes } = reader.driver
  const memory = async (): Promise<Memory> => {
    const open = await reading.open()
    if (!open) throw new DaypackError('not-found', 'Memory is off in this workspace.')
    return open
  }
  api.get('/notes', async (context) => {
    const rows: NoteRow[] = []
    for (const path of await notes.list()) {
      const note = await notes.read(path)
      if (note) rows.push({ path, lines: note.text.split('\n').length, modified: note.modified })
    }
    return context.json(rows)
  })
  api.get('/note', async (context) => {
    const path = context.req.query('path') ?? ''
    if (!(await notes.list()).includes(path)) throw new DaypackError('not-found', `There is no note ${path}.`)
    const note = await notes.read(path)
    const lines: NoteLine[] = []
    for (const line of (note?.text ?? '').trimEnd().split('\n')) lines.push(await lineOf(line, reader))
    const view: NoteView = { path, lines }
    return context.json(view)
  })
  api.get('/changes', async (context) => {
    const changes: NoteChange[] = await (await memory()).log({ limit: 50 })
    return context.json(changes)
  })
  api.get('/diff', async (context) =>
    context.json({ diff: await (await memory()).diff(context.req.query('id') ?? '') }),
  )
  api.get('/search', async (context) => context.json(await search(await memory(), context.req.query('q') ?? '')))
  api.get('/forget', async (context) => {
    const words = context.req.query('q') ?? ''
    const { lines } = await (await memory()).forget({ query: words }, { dryRun: true })
    const answer: ForgetAnswer = {
      lines: lines.map(({ citation, text }) => ({ citation, text })),
      done: false,
      left: 0,
    }
    return context.json(answer)
  })
  api.post('/forget', async (context) => {
    if (!reading.forget)
      throw new DaypackError('bad-config', 'This page only reads; start it with --allow-edit to forget.')
    const { left } = await reading.forget(context.req.query('q') ?? '')
    const answer: ForgetAnswer = { lines: [], done: true, left }
    return context.json(answer)
  })
  return api
}

async function search(memory: Memory, query: string): Promise<MemoryAnswer> {
  if (query.trim() === '') throw new DaypackError('bad-config', 'The search is empty.')
  await memory.ready()
  const { hits, status } = await memory.search(query, { scope: ['notes', 'dialog'], limit: 12 })
  return {
    hits: hits.map(({ citation, path, startLine, score, text, heading, legs }) => ({
      citation,
      path,
      line: startLine,
      score,
      text,
      heading,
      legs: Object.entries(legs).map(([leg, value]) => ({ leg, text: `${Math.round(value * 100)} %` })),
    })),
    status: [
      `${status.searched.units} pieces of ${status.searched.files} files`,
      ...status.legs.map((leg) => `${leg.leg}: ${leg.state}${leg.why === undefined ? '' : ` (${leg.why})`}`),
      ...(status.reason === '' ? [] : [status.reason]),
    ].join(' · '),
    confidence: status.confidence,
    abstains: status.abstains,
    tookMs: status.tookMs,
  }
}

async function lineOf(line: string, reader: Reader): Promise<NoteLine> {
  const source = sourceOf(line)
  const from: NoteSource[] = []
  for (const ref of source?.from ?? []) from.push(await trail(ref, reader))
  return { text: withoutMarks(line), by: source?.by ?? '', from }
}

/** The trail from a source back to the message it names. */
async function trail(ref: string, reader: Reader): Promise<NoteSource> {
  const place = messagesIn(ref)
  if (!place) return { ref, path: ref }
  if (!(await reader.sessions()).includes(place.session)) return { ref }
  const session = await reader.session(place.session)
  const named = session.view.slots.filter((slot) => slot.seq >= place.from && slot.seq <= place.to)
  const own = named.find((slot) => slot.message.role === 'user') ?? named[0]
  const block = own?.message.blocks[0]
  const said = block ? oneLine(await originalText(block, session, 1_000)) : undefined
  const number = numberOf(session.view, own?.seq ?? place.from)
  return {
    ref,
    session: place.session,
    number,
    to: numberOf(session.view, place.to),
    ...(said !== undefined && { said }),
  }
}
