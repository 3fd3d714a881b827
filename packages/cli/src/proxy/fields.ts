import type { IncomingMessage } from 'node:http'
import type { Fields } from 'daypack/hosts/gateway'

export function urlOf(incoming: IncomingMessage): string {
  return `http://127.0.0.1${incoming.url ?? '/'}`
}

export function fieldsOf(incoming: IncomingMessage): Fields {
  const fields: Record<string, string> = {}
  for (const name in incoming.headers) {
    const value = incoming.headers[name]
    if (value !== undefined) fields[name] = Array.isArray(value) ? value.join(', ') : value
  }
  return fields
}
