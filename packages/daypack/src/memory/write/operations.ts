import type { Seq } from '../../model/edit.ts'
import type { JsonObject } from '../../model/json.ts'
import { isObject } from '../../model/json.ts'
import { KINDS, kindOfLabel, oneLine, type StatementKind } from '../notes/statement.ts'

/** What a model wants done with the page. */
export type Operation = {
  readonly quote: string
  readonly message: Seq
} & (
  | { readonly op: 'add'; readonly kind: StatementKind; readonly line: string }
  | { readonly op: 'change'; readonly id: string; readonly kind?: StatementKind; readonly line: string }
  | { readonly op: 'end' | 'forget'; readonly id: string }
)

/** For models that can be held to a schema. */
export const OPERATIONS_SCHEMA: JsonObject = {
  type: 'object',
  properties: {
    operations: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          op: { type: 'string', enum: ['add', 'change', 'end', 'forget'] },
          id: { type: 'string', description: 'The line of the page; not for add.' },
          kind: { type: 'string', enum: [...KINDS] },
          line: { type: 'string', description: 'The new line; for add and change.' },
          quote: { type: 'string', description: "The user's own words, copied." },
          message: { type: 'integer', description: 'The number of the message the quote stands in.' },
        },
        required: ['op', 'quote', 'message'],
        additionalProperties: false,
      },
    },
  },
  required: ['operations'],
  additionalProperties: false,
}

const MIN_CHARS = 4
const MAX_CHARS = 500

/** The operations of an answer, whatever stands around its JSON; undefined when it has none. What is malformed is left out. */
export function operationsIn(reply: string): Operation[] | undefined {
  const parsed = jsonIn(reply)
  const list = Array.isArray(parsed) ? parsed : isObject(parsed) ? parsed['operations'] : undefined
  if (!Array.isArray(list)) return /\[SILENT\]/i.test(reply) ? [] : undefined
  return list.flatMap((each) => (isObject(each) ? (operationOf(each) ?? []) : []))
}

function operationOf({ op, id, kind, line, quote, message }: JsonObject): Operation | undefined {
  const words = typeof quote === 'string' ? quote : ''
  const base = {
    quote: words,
    message: Number(typeof message === 'string' ? message.replace(/\D/g, '') : (message ?? 0)),
  }
  const text = typeof line === 'string' ? oneLine(line) : ''
  const given = typeof kind === 'string' ? kindOfLabel(kind) : undefined
  if (op === 'end' || op === 'forget') return typeof id === 'string' ? { op, id, ...base } : undefined
  if (text.length < MIN_CHARS || text.length > MAX_CHARS) return undefined
  if (op === 'add') return { op, kind: given ?? 'Fact', line: text, ...base }
  if (op !== 'change' || typeof id !== 'string') return undefined
  return { op, id, line: text, ...base, ...(given !== undefined && { kind: given }) }
}

function jsonIn(reply: string): unknown {
  const from = reply.search(/[[{]/)
  const to = Math.max(reply.lastIndexOf('}'), reply.lastIndexOf(']'))
  if (from < 0 || to < from) return undefined
  try {
    return JSON.parse(reply.slice(from, to + 1))
  } catch {
    return undefined
  }
}
