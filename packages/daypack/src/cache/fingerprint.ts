import { isObject } from '../model/json.ts'
import { createHash } from 'node:crypto'

export type Part = {
  readonly what: 'tools' | 'system' | 'message'
  readonly index: number
  readonly hash: string
  readonly bytes: number
}
export type Fingerprint = { readonly model?: string; readonly parts: readonly Part[] }

/** Works on the body of any of the wires; cache markers do not count, they may move. */
export function fingerprint(request: unknown): Fingerprint {
  const body = isObject(request) ? request : {}
  const parts: Part[] = []
  const system = body['system'] ?? body['instructions'] ?? body['systemInstruction'] ?? body['system_instruction']
  if (body['tools'] !== undefined) parts.push(part('tools', 0, body['tools']))
  if (system !== undefined) parts.push(part('system', 0, system))
  const list = body['messages'] ?? body['input'] ?? body['contents']
  for (const [index, message] of (Array.isArray(list) ? list : list === undefined ? [] : [list]).entries())
    parts.push(part('message', index, message))
  const model = body['model']
  return typeof model === 'string' ? { model, parts } : { parts }
}

export function firstChange(
  before: Fingerprint,
  after: Fingerprint,
): { readonly same: number; readonly changed?: Part } {
  const same = before.parts.findIndex((each, at) => {
    const other = after.parts[at]
    return other?.what !== each.what || other.hash !== each.hash
  })
  const changed = before.parts[same]
  return changed ? { same, changed } : { same: before.parts.length }
}

function part(what: Part['what'], index: number, value: unknown): Part {
  const text = JSON.stringify(value, (key: string, inner: unknown) => (MARKERS.has(key) ? undefined : inner)) ?? ''
  const hash = createHash('sha256').update(text).digest('base64url').slice(0, 22)
  return { what, index, hash, bytes: Buffer.byteLength(text) }
}

const MARKERS = new Set(['cache_control', 'prompt_cache_breakpoint'])
