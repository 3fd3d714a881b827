import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Server } from 'node:http'
import { serve } from '@hono/node-server'
import { isDaypackError } from 'daypack'
import { Hono } from 'hono'
import { listening, type Listening } from '../listening.ts'
import { apiRoutes, type ApiOptions } from './api.ts'
import { HEADERS, refusal } from './guard.ts'
import { pageFiles } from './page.ts'

export type InspectOptions = ApiOptions & { readonly page: string; readonly port?: number; readonly token?: string }

export async function inspectServer(options: InspectOptions): Promise<Listening> {
  const token = options.token ?? randomBytes(18).toString('base64url')
  const files = pageFiles(options.page)
  const app = new Hono()
  let port = 0
  app.use('*', async (context, next) => {
    const [, first] = context.req.path.split('/')
    const refused = refusal(
      { host: context.req.header('host'), origin: context.req.header('origin'), token: first },
      { token, port },
    )
    if (refused === undefined) await next()
    else context.res = Response.json({ error: refused }, { status: 403 })
    for (const [name, value] of Object.entries(HEADERS)) context.res.headers.set(name, value)
  })
  app.onError((error, context) => {
    const status = isDaypackError(error, 'not-found') ? 404 : isDaypackError(error) ? 400 : 500
    return context.json({ error: error.message }, status)
  })
  app.route(`/${token}/api`, apiRoutes(options))
  app.get(`/${token}`, (context) => context.redirect(`/${token}/`))
  app.get(`/${token}/*`, (context) => {
    const name = context.req.path.slice(token.length + 2) || 'index.html'
    const found = files.get(name)
    if (!found) return context.json({ error: `There is no ${name} here.` }, 404)
    return context.body(readFileSync(found.file), 200, { 'content-type': found.type })
  })
  const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: options.port ?? 0 }) as Server
  const listens = await listening(server, { host: '127.0.0.1', port: options.port ?? 0 })
  port = listens.port
  return { ...listens, url: `${listens.url}/${token}/` }
}
