type Fields = { readonly [key: string]: unknown }
type Check = (value: unknown) => boolean
type Shape = Readonly<Record<string, Check>>

const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isText: Check = (value) => typeof value === 'string'
const isNumber: Check = (value) => Number.isFinite(value)
const isCount: Check = (value) => Number.isSafeInteger(value) && (value as number) >= 0
const isThere: Check = (value) => value !== undefined
const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value)
const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value)
const listOf =
  (check: Check): Check =>
  (value) =>
    isList(value) && value.every(check)
const fits =
  (shape: Shape): Check =>
  (value) =>
    isRecord(value) && wrongField(value, shape) === undefined

const sized = { tokens: isNumber, bytes: isNumber }
const inline = fits({ text: isText })
const stored = fits({ ref: isText, bytes: isCount, lines: isCount })
const isContent: Check = (value) => inline(value) || stored(value)

const CARRIED = { media: { mediaType: isText, content: isContent }, opaque: { wire: isThere } }
const isCarried: Check = (value) => problemOf(value, 'type', CARRIED) === undefined
const BLOCKS = {
  ...CARRIED,
  text: { text: isText },
  'tool-call': { callId: isText, tool: isText, input: isThere },
  'tool-result': {
    callId: isText,
    tool: isText,
    content: isContent,
    attachments: optional(listOf(isCarried)),
  },
}
const EDITS = {
  revert: { seq: isCount },
  crop: {
    ...sized,
    block: (value: unknown) => typeof value === 'string' && /^\d{1,15}\.\d{1,9}(?:\.\d{1,9})?$/.test(value),
    keep: listOf(fits({ from: isCount, to: isCount })),
    note: inline,
  },
  fold: { ...sized, from: isCount, to: isCount, summary: fits({ text: isText, refs: optional(listOf(isText)) }) },
}
const ROLES: readonly unknown[] = ['system', 'user', 'assistant', 'tool']
const BILL = { input: isNumber, cacheRead: isNumber, cacheWrite: isNumber, output: isNumber, head: isNumber }
const ENTRIES = {
  message: {
    message: fits({ role: (value) => ROLES.includes(value), blocks: isList }),
    hash: isText,
    sizes: listOf(fits({ ...sized, attachments: optional(listOf(fits(sized))) })),
    replaces: optional(isCount),
  },
  edits: { by: isText, why: isText, saved: isNumber, epoch: optional(isCount), edits: isList },
  usage: { usage: fits({ ...BILL, counted: fits(sized) }) },
  mark: { name: isText },
}
const MARKS: Shape = {
  rewind: fits({ after: isCount }),
  pin: fits({ seq: isCount }),
  unpin: fits({ seq: isCount }),
}

/** Undefined when it is an entry. For data from outside; unknown fields and kinds are left alone. */
export function entryProblem(value: unknown): string | undefined {
  if (!isRecord(value)) return 'it is no object'
  const { kind, message, edits, name, data } = value
  const wrong = wrongField(value, { seq: (seq) => isCount(seq) && seq !== 0, at: isNumber, kind: isText })
  if (wrong !== undefined || !Object.hasOwn(ENTRIES, String(kind))) return wrong
  const own = problemOf(value, 'kind', ENTRIES)
  if (own !== undefined) return own
  if (kind === 'message' && isRecord(message)) return problemIn(message['blocks'], 'block', 'type', BLOCKS)
  if (kind === 'edits') return problemIn(edits, 'edit', 'op', EDITS)
  const isFine = kind === 'mark' && Object.hasOwn(MARKS, String(name)) ? MARKS[String(name)] : undefined
  return isFine && !isFine(data) ? `data of a mark ${String(name)} is missing or wrong` : undefined
}

function problemIn(list: unknown, what: string, key: string, shapes: Readonly<Record<string, Shape>>) {
  for (const [index, each] of isList(list) ? list.entries() : []) {
    const problem = problemOf(each, key, shapes)
    if (problem !== undefined) return `${what} ${index}: ${problem}`
  }
  return undefined
}

/** Of a value that says in `key` which shape it has. */
function problemOf(value: unknown, key: string, shapes: Readonly<Record<string, Shape>>): string | undefined {
  if (!isRecord(value)) return 'no object'
  const kind = value[key]
  const shape = typeof kind === 'string' && Object.hasOwn(shapes, kind) ? shapes[kind] : undefined
  const shown = typeof kind === 'string' ? JSON.stringify(kind.slice(0, 40)) : typeof kind
  return shape ? wrongField(value, shape) : `${key} ${shown} is not known`
}

function wrongField(value: Fields, shape: Shape): string | undefined {
  const name = Object.keys(shape).find((each) => !shape[each]?.(value[each]))
  return name === undefined ? undefined : `${name} is missing or wrong`
}
