import { DaypackError } from 'daypack'
import { messagesIn, sourceOf, withoutMarks } from 'daypack/internal'
import type { NoteLine, NoteRow, NoteSource, NoteView } from 'daypack-inspector/api'
import { Hono } from 'hono'
import type { Reader } from './reader.ts'
import { oneLine, originalText } from './text.ts'

/** The notes, each line with the message it came from. Searching and changing them is `daypack memory`. */
export function memoryRoutes(reader: Reader): Hono {
  const api = new Hono()
  const { notes } = reader.driver
  api.get('/notes', async (context) => {
    const rows: NoteRow[] = []
    for (const path of await notes.list()) {
      const note = await notes.read(path)
      if (note) rows.push({ path, lines: note.text.split('\n').length })
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
  return api
}

async function lineOf(line: string, reader: Reader): Promise<NoteLine> {
  const source = sourceOf(line)
  const from: NoteSource[] = []
  for (const ref of source?.from ?? []) from.push(await messageBehind(ref, reader))
  return { text: withoutMarks(line), by: source?.by ?? '', from }
}

async function messageBehind(ref: string, reader: Reader): Promise<NoteSource> {
  const place = messagesIn(ref)
  if (!place || !(await reader.sessions()).includes(place.session)) return { ref }
  const session = await reader.session(place.session)
  const named = session.view.slots.filter((slot) => slot.seq >= place.from && slot.seq <= place.to)
  const own = named.find((slot) => slot.message.role === 'user') ?? named[0]
  const block = own?.message.blocks[0]
  const said = block ? oneLine(await originalText(block, session, 1_000)) : undefined
  return { ref, session: place.session, ...(said !== undefined && { said }) }
}
