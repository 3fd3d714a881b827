import { isObject } from '../model/json.ts'
import { createHash } from 'node:crypto'

export type Part = {
  readonly what: 'tools' | 'system' | 'message'
  readonly index: number
  readonly hash: string
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

/** The first part that is no longer what it was. */
export function firstChange(before: Fingerprint, after: Fingerprint): Part | undefined {
  return before.parts.find(({ what, hash }, at) => after.parts[at]?.what !== what || after.parts[at]?.hash !== hash)
}

function part(what: Part['what'], index: number, value: unknown): Part {
  const text = JSON.stringify(value, (key: string, inner: unknown) => (MARKERS.has(key) ? undefined : inner)) ?? ''
  const hash = createHash('sha256').update(text).digest('base64url').slice(0, 22)
  return { what, index, hash }
}

const MARKERS = new Set(['cache_control', 'prompt_cache_breakpoint'])
