import { DaypackError, isDaypackError, reasonOf, type Daypack } from 'daypack'
import { isObject, readBody, SCOPE_KINDS as KINDS } from 'daypack/internal'
import type { Memory, Scope } from 'daypack/memory'

export { default as openApi } from './openapi.json' with { type: 'json' }

export type ApiRequest = {
  readonly method: string
  /** Behind the address of the memory, such as `/lines/k3v9a0`. */
  readonly path: string
  readonly search: string
  readonly body: string
}
export type ApiAnswer = { readonly status: number; readonly value: unknown }

/** The lines of memory over HTTP. `own`: the scope of whoever asks, where they may name none. */
export async function memoryApi(pack: Daypack, request: ApiRequest, own?: Scope): Promise<ApiAnswer> {
  try {
    const query = new URLSearchParams(request.search)
    const scope = own ?? scopeIn(query)
    const memory = scope ? await pack.memory.for(scope) : pack.memory
    return (await answer(memory, request, query)) ?? { status: 404, value: { error: 'There is no such address.' } }
  } catch (error) {
    const status = isDaypackError(error) ? (STATUS[error.code] ?? 400) : 500
    return { status, value: { error: reasonOf(error) } }
  }
}

const STATUS: Readonly<Record<string, number>> = { 'not-found': 404, conflict: 409, closed: 503 }

async function answer(
  memory: Memory,
  { method, path, body }: ApiRequest,
  query: URLSearchParams,
): Promise<ApiAnswer | undefined> {
  const [, what, id, more] = path.split('/').map(decodeURIComponent)
  const call = `${method} ${what}${id === undefined ? '' : '/id'}${more === undefined ? '' : `/${more}`}`
  switch (call) {
    case 'GET lines':
      return { status: 200, value: { lines: await memory.lines.list() } }
    case 'POST lines': {
      const { state, path: note } = await memory.remember(textIn(body))
      return { status: state === 'written' ? 201 : 200, value: { state, path: note } }
    }
    case 'GET lines/id': {
      const line = await memory.lines.get(id ?? '')
      return line ? { status: 200, value: line } : { status: 404, value: { error: `There is no line ${id}.` } }
    }
    case 'PATCH lines/id':
      return { status: 200, value: await memory.lines.change(id ?? '', textIn(body)) }
    case 'DELETE lines/id':
      await memory.lines.end(id ?? '')
      return { status: 200, value: { ended: id } }
    case 'GET lines/id/history':
      return { status: 200, value: { versions: await memory.lines.history(id ?? '') } }
    case 'GET search': {
      const limit = Number(query.get('limit') ?? 5)
      const { hits } = await memory.search(query.get('q') ?? '', { limit: limit >= 1 && limit <= 100 ? limit : 5 })
      return { status: 200, value: { hits: hits.map(({ path: at, text, score }) => ({ path: at, text, score })) } }
    }
    default:
      return undefined
  }
}

function scopeIn(query: URLSearchParams): Scope | undefined {
  const named = KINDS.filter((kind) => query.has(kind)).map((kind) => [kind, query.get(kind) ?? ''])
  return named.length === 0 ? undefined : Object.fromEntries(named)
}

function textIn(body: string): string {
  const value = readBody(body)?.request
  const text = isObject(value) ? value['text'] : undefined
  if (typeof text === 'string' && text.trim() !== '') return text
  throw new DaypackError('bad-input', 'Send a JSON object with a text: {"text": "…"}.')
}
