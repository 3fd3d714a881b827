import { DaypackError, type Awaitable } from 'daypack/internal'
import type { About } from 'daypack-inspector/api'
import { Hono, type Context } from 'hono'
import { streamSSE } from 'hono/streaming'
import { blockText, logPage, messageText, toldOf } from './blocks.ts'
import { epochView } from './epoch.ts'
import { outlineOf } from './outline.ts'
import type { OpenSession, Reader } from './reader.ts'
import { costView } from './report/cost.ts'
import { requestChanges, requestView } from './request.ts'
import { searchLog, whereSeen } from './search.ts'
import { summaries } from './summaries.ts'

export type ApiOptions = {
  readonly reader: Reader
  readonly about: About
  /** The window a session ran in, by its newest model. Default: the one of `about`. */
  readonly windowFor?: (model: string | undefined) => number
  /** Undo and redo; absent: the page only reads. */
  readonly undo?: (session: string, batch: number) => Promise<string>
}

const LIVE_MS = 400

/** What the page asks for. Reads only, but for `undo`, which is there when editing is allowed. */
export function apiRoutes(options: ApiOptions): Hono {
  const { reader, about, undo, windowFor = () => about.window } = options
  const windowIn = ({ rows }: OpenSession) => windowFor(rows.at(-1)?.model || undefined)
  const api = new Hono()
  const opened = async (context: Context): Promise<OpenSession> => {
    const id = context.req.param('id') ?? ''
    if (!(await reader.sessions()).includes(id)) throw new DaypackError('not-found', `There is no session ${id}.`)
    return reader.session(id)
  }
  /** A question about one session; where nothing is found, the answer is a 404. */
  const answers = (path: string, answer: (session: OpenSession, asked: Asked) => Awaitable<object | undefined>) =>
    api.get(`/s/:id/${path}`, async (context) => {
      const found = await answer(await opened(context), askedIn(context))
      return found ? context.json(found) : context.json({ error: 'This session has nothing like that.' }, 404)
    })
  api.get('/about', (context) => context.json(about))
  api.get('/sessions', async (context) => context.json(await reader.list()))
  api.get('/summaries', async (context) => context.json(await summaries(reader, windowFor)))
  answers('outline', (session) => outlineOf(session, windowIn(session)))
  answers('request/:index', (session, { text, number, optional }) =>
    requestView(session, number('index'), { from: optional('from'), count: optional('count'), to: text('to') }),
  )
  answers('request/:index/changes', (session, { number }) => requestChanges(session, number('index')))
  answers('log', (session, { number, optional }) =>
    logPage(session, {
      from: number('from', 0),
      count: Math.min(500, number('count', 200)),
      first: optional('first'),
      last: optional('last'),
    }),
  )
  answers('message/:number', (session, { number }) => messageText(session, number('number')))
  answers('block/:block', (session, { text, number }) =>
    blockText(session, text('block') ?? '', {
      head: number('head', session.view.head),
      whole: text('whole') === '1',
      from: number('from', 0),
    }),
  )
  answers('epoch/:number', (session, { number }) => epochView(session, number('number'), windowIn(session)))
  answers('told/:number', (session, { number }) => toldOf(session, number('number'), number('head', session.view.head)))
  answers('search', (session, { query }) => searchLog(session, query()))
  answers('seen', (session, { query }) => whereSeen(session, query()))
  answers('cost', (session) => costView(session, session.id, { window: windowIn(session), zone: reader.driver.zone }))
  api.get('/s/:id/live', async (context) => {
    const session = await opened(context)
    return streamSSE(context, async (stream) => {
      let { head } = session.view
      let beats = 0
      while (!stream.aborted && !stream.closed) {
        const now = await reader.head(session.id)
        if (now === undefined) return
        if (now !== head) await stream.writeSSE({ event: 'head', data: String(now) })
        else if (++beats % 25 === 0) await stream.writeSSE({ event: 'beat', data: '' })
        head = now
        await stream.sleep(LIVE_MS)
      }
    })
  })
  api.post('/s/:id/undo/:batch', async (context) => {
    if (!undo) throw new DaypackError('bad-config', 'This page only reads; start it with --allow-edit to undo.')
    const session = await opened(context)
    return context.json({ said: await undo(session.id, askedIn(context).number('batch')) })
  })
  return api
}

/** What a request says in its path and behind it: numbers are whole ones, the text of a search is not empty. */
type Asked = ReturnType<typeof askedIn>

function askedIn({ req }: Context) {
  const text = (name: string): string | undefined => req.param(name) ?? req.query(name)
  const optional = (name: string): number | undefined => {
    const given = text(name)
    if (given === undefined) return undefined
    const value = Number(given)
    if (!Number.isSafeInteger(value) || value < 0) throw new DaypackError('bad-config', `"${given}" is no number.`)
    return value
  }
  return {
    text,
    optional,
    number: (name: string, fallback = 0): number => optional(name) ?? fallback,
    query: (): string => {
      const given = text('q') ?? ''
      if (given.trim() === '') throw new DaypackError('bad-config', 'The search is empty.')
      return given
    },
  }
}
