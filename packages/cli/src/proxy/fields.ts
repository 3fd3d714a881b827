import type { IncomingMessage } from 'node:http'
import type { Fields } from 'daypack-gateway'

/** Not parseable where the request names no path: `*`, or another server. */
export function urlOf({ url = '/' }: IncomingMessage): string {
  return url.startsWith('/') ? `http://127.0.0.1${url}` : url
}

export function fieldsOf(incoming: IncomingMessage): Fields {
  const fields: Record<string, string> = {}
  for (const name in incoming.headers) {
    const value = incoming.headers[name]
    if (value !== undefined) fields[name] = Array.isArray(value) ? value.join(', ') : value
  }
  return fields
}
