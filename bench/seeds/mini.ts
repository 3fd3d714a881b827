import type { Message } from '../../packages/daypack/src/index.ts'

/** The tiers of mini-claude computed apart, on characters alone and with nothing of the product. */
export type Sheet = {
  readonly rows: Row[]
  /** Epochs so far: summaries written. */
  epochs: number
}
type Row = { readonly role: Message['role']; readonly said: number; readonly results: Result[] }
type Result = {
  readonly tool: string
  readonly path: string | undefined
  readonly chars: number
  readonly bytes: number
  shown: number
}

const tokens = (bytes: number): number => Math.floor(bytes / 4 + 0.5)
const PERSIST = 30_720
const PREVIEW_LINES = 200
const NOTICE = 200
const SNIPPED = 37
const KEEP = 3

export function add(sheet: Sheet, message: Message, paths: Map<string, string>): void {
  let said = 0
  const results: Result[] = []
  for (const block of message.blocks) {
    if (block.type === 'text') said += tokens(Buffer.byteLength(block.text))
    if (block.type === 'tool-call') {
      const input = JSON.stringify(block.input)
      said += tokens(Buffer.byteLength(`${block.tool} ${input}`))
      const path = /"(?:file_)?path":"([^"]+)"/.exec(input)?.[1]
      if (path !== undefined) paths.set(block.callId, path)
    }
    if (block.type === 'opaque') {
      const { thinking } = (block.wire ?? {}) as { thinking?: unknown }
      if (typeof thinking === 'string') said += tokens(Buffer.byteLength(thinking))
    }
    if (block.type === 'media') said += 1_600
    if (block.type === 'tool-result' && 'text' in block.content) {
      const { text } = block.content
      const bytes = Buffer.byteLength(text)
      const shown = bytes > PERSIST ? preview(text) : bytes
      results.push({ tool: block.tool, path: paths.get(block.callId), chars: text.length, bytes, shown })
    }
  }
  sheet.rows.push({ role: message.role, said, results })
}

/** Tier 0.5: the first 200 lines, and a note. */
function preview(text: string): number {
  const lines = text.split('\n').slice(0, PREVIEW_LINES).join('\n')
  return Math.min(Buffer.byteLength(lines), PERSIST) + NOTICE
}

export function total({ rows }: Sheet): number {
  return rows.reduce((sum, row) => sum + row.said + row.results.reduce((all, { shown }) => all + tokens(shown), 0), 0)
}

/** Before a request: tier 1, tier 2, and with a new request of the user tier 4. `around`: tokens of a summary and the wire. */
export function tiers(sheet: Sheet, window: number, around: number): void {
  const room = window - Math.min(20_000, window / 4)
  const share = (): number => (total(sheet) + around) / room
  const all = sheet.rows.flatMap((row) => row.results)
  const limit = share() > 0.7 ? 15_000 : share() >= 0.5 ? 30_000 : Infinity
  for (const result of all)
    if (result.shown > limit) result.shown = Math.round((limit * result.bytes) / Math.max(1, result.chars))
  if (share() >= 0.6) snip(all)
  if (sheet.rows.at(-1)?.role === 'user' && share() > 0.85) {
    sheet.rows.splice(0, sheet.rows.length - 1)
    sheet.epochs++
  }
}

/** Earlier reads of the same file, and all but the newest three of each tool that looks or runs; the newest three stay. */
function snip(all: readonly Result[]): void {
  const seen = new Map<string, number>()
  for (const [back, result] of all.toReversed().entries()) {
    const isRead = /^read/i.test(result.tool)
    const key = isRead ? `read ${result.path}` : result.tool
    const newer = seen.get(key) ?? 0
    seen.set(key, newer + 1)
    const snips = isRead ? newer >= 1 : /^(bash|grep|ls|find|glob|shell|run)/i.test(result.tool) && newer >= KEEP
    if (snips && back >= KEEP && result.shown > SNIPPED) result.shown = SNIPPED
  }
}
