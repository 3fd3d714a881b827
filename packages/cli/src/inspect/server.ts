import { randomBytes, timingSafeEqual } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Server } from 'node:http'
import { serve } from '@hono/node-server'
import { isDaypackError } from 'daypack'
import { Hono } from 'hono'
import { listening, type Listening } from '../listening.ts'
import { apiRoutes, type ApiOptions } from './api.ts'
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

export function refusal(
  request: {
    readonly host: string | undefined
    readonly origin: string | undefined
    readonly token: string | undefined
  },
  wanted: { readonly token: string; readonly port: number },
): string | undefined {
  const hosts = ['127.0.0.1', 'localhost', '[::1]'].map((name) => `${name}:${wanted.port}`)
  // A page of somebody else that has its name point here still sends its own name.
  if (request.host === undefined || !hosts.includes(request.host.toLowerCase()))
    return 'The inspector does not answer under this host name.'
  if (request.origin !== undefined && !hosts.some((host) => request.origin === `http://${host}`))
    return 'Requests from other web pages are refused.'
  if (request.token === undefined || !same(request.token, wanted.token))
    return 'The address needs its token: take the one that `daypack inspect` printed.'
  return undefined
}

function same(a: string, b: string): boolean {
  const [one, other] = [Buffer.from(a), Buffer.from(b)]
  return one.length === other.length && timingSafeEqual(one, other)
}

/** Nothing but our own files, and nothing inline: text of a session is never executed. */
export const HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; '),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
}
