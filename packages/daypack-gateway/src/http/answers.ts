import type { Answer } from './upstream.ts'

/** In the form that the clients of every wire can read. */
export function failure(status: number, message: string): Answer {
  const error = { type: 'api_error', message: `daypack: ${message}`, code: null }
  return json(status, { type: 'error', error })
}

export function json(status: number, value: unknown): Answer {
  return { status, headers: { 'content-type': 'application/json' }, body: once(Buffer.from(JSON.stringify(value))) }
}

export function text(value: string): Answer {
  return { status: 200, headers: { 'content-type': 'text/plain; version=0.0.4' }, body: once(Buffer.from(value)) }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
