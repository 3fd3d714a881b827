import { DaypackError } from 'daypack'
import type { About } from 'daypack-inspector/api'
import { Hono, type Context } from 'hono'
import { streamSSE } from 'hono/streaming'
import { requiredText, wholeNumber } from './query.ts'
import { blockText, logPage, messageText, toldOf } from './blocks.ts'
import { costView } from './cost.ts'
import { epochView } from './epoch.ts'
import { memoryRoutes } from './memory.ts'
import { outlineOf } from './outline.ts'
import type { OpenSession, Reader } from './reader.ts'
import { requestView } from './request.ts'
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
  api.get('/about', (context) => context.json(about))
  api.get('/sessions', async (context) => context.json(await reader.list()))
  api.get('/summaries', async (context) => context.json(await summaries(reader, windowFor)))
  api.get('/s/:id/outline', async (context) => {
    const session = await opened(context)
    return context.json(outlineOf(session, windowIn(session)))
  })
  api.get('/s/:id/request/:index', async (context) => {
    const session = await opened(context)
    const { from, count, to } = context.req.query()
    return orNotFound(
      context,
      await requestView(session, wholeNumber(context.req.param('index')), {
        ...(from !== undefined && { from: wholeNumber(from) }),
        ...(count !== undefined && { count: Math.max(1, wholeNumber(count)) }),
        ...(to !== undefined && { to }),
      }),
    )
  })
  api.get('/s/:id/log', async (context) => {
    const first = context.req.query('first')
    const last = context.req.query('last')
    return context.json(
      await logPage(await opened(context), {
        from: wholeNumber(context.req.query('from') ?? '0'),
        count: Math.min(500, wholeNumber(context.req.query('count') ?? '200')),
        ...(first !== undefined && { first: wholeNumber(first) }),
        ...(last !== undefined && { last: wholeNumber(last) }),
      }),
    )
  })
  api.get('/s/:id/message/:number', async (context) =>
    orNotFound(context, await messageText(await opened(context), wholeNumber(context.req.param('number')))),
  )
  api.get('/s/:id/block/:block', async (context) => {
    const session = await opened(context)
    return orNotFound(
      context,
      await blockText(session, context.req.param('block'), {
        head: wholeNumber(context.req.query('head') ?? String(session.view.head)),
        whole: context.req.query('whole') === '1',
        from: wholeNumber(context.req.query('from') ?? '0'),
      }),
    )
  })
  api.get('/s/:id/epoch/:number', async (context) => {
    const session = await opened(context)
    return orNotFound(context, await epochView(session, wholeNumber(context.req.param('number')), windowIn(session)))
  })
  api.get('/s/:id/told/:number', async (context) => {
    const session = await opened(context)
    const head = wholeNumber(context.req.query('head') ?? String(session.view.head))
    return orNotFound(context, toldOf(session, wholeNumber(context.req.param('number')), head))
  })
  api.get('/s/:id/search', async (context) =>
    context.json(await searchLog(await opened(context), requiredText(context.req.query('q')))),
  )
  api.get('/s/:id/seen', async (context) =>
    context.json(await whereSeen(await opened(context), requiredText(context.req.query('q')))),
  )
  api.get('/s/:id/cost', async (context) => {
    const session = await opened(context)
    return context.json(costView(session, { window: windowIn(session), zone: reader.driver.zone }))
  })
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
    const said = await undo(session.id, wholeNumber(context.req.param('batch')))
    return context.json({ said })
  })
  api.route('/memory', memoryRoutes(reader))
  return api
}

function orNotFound(context: Context, value: object | undefined): Response {
  return value === undefined ? context.json({ error: 'This session has nothing like that.' }, 404) : context.json(value)
}
