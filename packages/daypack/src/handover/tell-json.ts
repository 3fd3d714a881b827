import type { Json } from '../model/json.ts'
import { flat } from './clip.ts'

/** JSON without its punctuation, the same values in less room: `order_id: #W1, items: [name: Mug, price: 9]`. */
export function brief(value: Json, depth = 0): string {
  if (typeof value === 'string') return depth === 0 ? value : flat(value)
  if (value === null || typeof value !== 'object') return String(value)
  if (Array.isArray(value)) {
    const parts = value.filter((one) => !isNothing(one)).map((one) => brief(one, depth + 1))
    const inner = parts.join(parts.some((part) => part.length > 60) ? '\n' : ', ')
    return depth === 0 ? inner : `[${inner}]`
  }
  const fields = Object.entries(value).filter(([, one]) => !isNothing(one))
  const inner = fields.map(([key, one]) => `${key}: ${brief(one, depth + 1)}`).join(', ')
  return depth < 2 ? inner : `{${inner}}`
}

/** A text that is JSON, told briefly; any other text as it is. */
export function plainJson(text: string): string {
  const start = text.trimStart()[0]
  if (start !== '{' && start !== '[') return text
  try {
    return brief(JSON.parse(text) as Json)
  } catch {
    return text
  }
}

function isNothing(value: Json | undefined): boolean {
  if (value === null || value === undefined || value === '') return true
  return typeof value === 'object' && Object.keys(value).length === 0
}
