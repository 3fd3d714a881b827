/** Undefined when it is an entry. For data from outside; unknown fields and kinds are left alone. */
export function entryProblem(value: unknown): string | undefined {
  if (!isRecord(value)) return 'it is no object'
  if (!isCount(value['seq']) || value['seq'] === 0) return 'seq is no number of an entry'
  if (!isNumber(value['at'])) return 'at is no time'
  switch (value['kind']) {
    case 'message':
      return messageProblem(value)
    case 'edits':
      return editsProblem(value)
    case 'usage':
      return usageProblem(value['usage'])
    case 'mark':
      return typeof value['name'] === 'string' ? markProblem(value) : 'a mark has no name'
    default:
      return typeof value['kind'] === 'string' ? undefined : 'it has no kind'
  }
}

const ROLES = new Set(['system', 'user', 'assistant', 'tool'])

function messageProblem(entry: Fields): string | undefined {
  const { message, hash, sizes, replaces } = entry
  if (!isRecord(message) || !ROLES.has(String(message['role'])) || !Array.isArray(message['blocks']))
    return 'message has no role or no blocks'
  for (const [index, block] of message['blocks'].entries()) {
    const problem = blockProblem(block)
    if (problem) return `block ${index}: ${problem}`
  }
  if (typeof hash !== 'string') return 'hash is no text'
  if (!Array.isArray(sizes) || !sizes.every(isBlockSize)) return 'sizes are no sizes'
  return replaces === undefined || isCount(replaces) ? undefined : 'replaces is no number of an entry'
}

function blockProblem(block: unknown): string | undefined {
  if (!isRecord(block)) return 'no object'
  switch (block['type']) {
    case 'text':
      return typeof block['text'] === 'string' ? undefined : 'no text'
    case 'tool-call':
      return isText(block['callId'], block['tool']) && 'input' in block ? undefined : 'no callId, tool or input'
    case 'tool-result': {
      const parts = block['attachments']
      if (!isText(block['callId'], block['tool'])) return 'no callId or tool'
      if (parts !== undefined && !(Array.isArray(parts) && parts.every(isAttachment)))
        return 'attachments are no media or opaque blocks'
      return isContent(block['content']) ? undefined : 'no content'
    }
    case 'media':
      return isText(block['mediaType']) && isContent(block['content']) ? undefined : 'no mediaType or content'
    case 'opaque':
      return 'wire' in block ? undefined : 'no wire'
    default:
      return `type ${quoteValue(block['type'])} is not known`
  }
}

function isAttachment(part: unknown): boolean {
  return isRecord(part) && (part['type'] === 'media' || part['type'] === 'opaque') && blockProblem(part) === undefined
}

function quoteValue(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value.slice(0, 40)) : typeof value
}

function editsProblem(entry: Fields): string | undefined {
  const { by, why, edits, saved, epoch } = entry
  if (!isText(by, why) || !isNumber(saved)) return 'edits have no author, reason or saving'
  if (epoch !== undefined && !isCount(epoch)) return 'epoch is no number'
  if (!Array.isArray(edits)) return 'edits are no list'
  for (const [index, edit] of edits.entries()) {
    const problem = isRecord(edit) ? editProblem(edit) : 'no object'
    if (problem) return `edit ${index}: ${problem}`
  }
  return undefined
}

function editProblem(edit: Fields): string | undefined {
  if (edit['op'] === 'revert') return isCount(edit['seq']) ? undefined : 'no seq'
  if (!isNumber(edit['tokens']) || !isNumber(edit['bytes'])) return 'no size'
  if (edit['op'] === 'crop') {
    const { block, keep, note } = edit
    if (typeof block !== 'string' || !/^\d{1,15}\.\d{1,9}(?:\.\d{1,9})?$/.test(block)) return 'no block'
    if (!Array.isArray(keep) || !keep.every(isSpan)) return 'no spans to keep'
    return isRecord(note) && typeof note['text'] === 'string' ? undefined : 'no note'
  }
  if (edit['op'] !== 'fold') return `op ${quoteValue(edit['op'])} is not known`
  const { from, to, summary } = edit
  if (!isCount(from) || !isCount(to)) return 'no range'
  if (!isRecord(summary) || typeof summary['text'] !== 'string') return 'no summary'
  const { refs } = summary
  return refs === undefined || (Array.isArray(refs) && isText(...(refs as unknown[]))) ? undefined : 'refs are no refs'
}

function usageProblem(usage: unknown): string | undefined {
  if (!isRecord(usage)) return 'there is no usage'
  const isBill = ['input', 'cacheRead', 'cacheWrite', 'output', 'head'].every((name) => isNumber(usage[name]))
  return isBill && isSize(usage['counted']) ? undefined : 'usage lacks figures'
}

function markProblem({ name, data }: Fields): string | undefined {
  const field = name === 'rewind' ? 'after' : name === 'pin' || name === 'unpin' ? 'seq' : undefined
  if (field === undefined) return undefined
  return isRecord(data) && isCount(data[field]) ? undefined : `a mark ${String(name)} has no ${field}`
}

type Fields = { readonly [key: string]: unknown }

function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
function isText(...values: readonly unknown[]): boolean {
  return values.every((value) => typeof value === 'string')
}
function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value)
}
function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0
}
function isSize(value: unknown): boolean {
  return isRecord(value) && isNumber(value['tokens']) && isNumber(value['bytes'])
}
function isBlockSize(value: unknown): boolean {
  if (!isRecord(value) || !isSize(value)) return false
  const parts = value['attachments']
  return parts === undefined || (Array.isArray(parts) && parts.every(isSize))
}
function isSpan(value: unknown): boolean {
  return isRecord(value) && isCount(value['from']) && isCount(value['to'])
}
function isContent(value: unknown): boolean {
  if (!isRecord(value)) return false
  if (typeof value['text'] === 'string') return true
  return typeof value['ref'] === 'string' && isCount(value['bytes']) && isCount(value['lines'])
}
