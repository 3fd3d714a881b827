import type { Entry } from '../../model/entry.ts'
import type { JsonObject } from '../../model/json.ts'
import type { Answer, Hit } from '../index/search-api.ts'
import { textOf } from '../../model/message.ts'
import type { ForgetRequest } from '../notes/lines.ts'
import { dayOfHit, type NotePart, type Origin } from '../notes/read.ts'
import { integer, number, optional, text } from './arguments.ts'
import { type MemoryTool, tool, type ToolCallContext } from './tool.ts'

/** What the tools need of the memory. */
export type ToolMemory = FileMemory & {
  search(query: string, options: { limit: number; minScore: number }): Promise<Answer>
  origin(hit: Hit): Promise<Origin>
  forgetRequest(said: string): Promise<ForgetRequest | undefined>
  forget(
    what: { readonly wish: string },
    how: { readonly everywhere: true },
  ): Promise<{ readonly lines: readonly unknown[] }>
}

export type FileMemory = {
  get(path: string, from: number, lines: number): Promise<NotePart>
  write(text: string, call: ToolCallContext & { readonly path?: string }): Promise<WrittenPart>
  edit(path: string, old: string, next: string, call: ToolCallContext): Promise<WrittenPart>
}

type WrittenPart = { path: string; state: string; refused?: readonly string[] }

export type MemoryToolOptions = {
  /** `list`: the bare JSON list of CoPaw, `[]` when nothing is found. */
  readonly output?: 'list'
}

export function memoryTools(memory: ToolMemory, { output }: MemoryToolOptions = {}): MemoryTool[] {
  return [
    tool('memory_search', async (input) => {
      const query = text(input, 'query')
      const limit = Math.min(100, Math.max(1, integer(input, 'max_results', 5)))
      const minScore = Math.min(0.999, Math.max(0, number(input, 'min_score', 0.1)))
      const { hits, status } = await memory.search(query, { limit, minScore })
      if (output === 'list') return JSON.stringify(hits.map(listed), null, 2)
      const shown = await Promise.all(
        hits.map(async (hit) => {
          const origin = await memory.origin(hit)
          const date = dayOfHit(hit, origin)
          return {
            path: hit.path,
            start_line: hit.startLine,
            end_line: hit.endLine,
            score: Number(hit.score.toFixed(3)),
            snippet: hit.text,
            ...(date !== undefined && { date }),
            // Lines of the page were said on different days.
            ...(new Set(Object.values(origin.days)).size > 1 && { line_dates: origin.days }),
            from: origin.by,
          }
        }),
      )
      const legs = Object.fromEntries(status.legs.map((leg) => [leg.leg, leg.state]))
      return JSON.stringify(
        { hits: shown, status: { legs, abstains: status.abstains, reason: status.reason } },
        null,
        2,
      )
    }),
    ...fileTools(memory),
    tool('memory_forget', async (input, { entries }) => {
      const said = text(input, 'said')
      const request = await memory.forgetRequest(said)
      if (request === undefined) return 'There is no such note, or the sentence asks for something else.'
      const asked = entries?.findLast((entry) => isUser(entry) && saidIn(entry).includes(said.trim()))
      if (entries !== undefined && asked === undefined) return 'Nothing was forgotten: the user has not said so here.'
      const lines = request.lines.map((line) => `- ${line.text}`).join('\n')
      const isConfirmed = (input as JsonObject)['confirmed'] === true
      const hasAnswered =
        entries === undefined || entries.some((entry) => isUser(entry) && entry.seq > (asked?.seq ?? 0))
      if (!isConfirmed || !hasAnswered)
        return `These notes would be forgotten for good:\n${lines}\nAsk the user. When they agree, call memory_forget again with confirmed: true.`
      const { lines: gone } = await memory.forget({ wish: request.wish }, { everywhere: true })
      return `Forgotten: ${gone.length} ${gone.length === 1 ? 'line' : 'lines'}. Do not repeat what they said.`
    }),
  ]
}

function isUser(entry: Entry): boolean {
  return entry.kind === 'message' && entry.message.role === 'user' && (entry.origin ?? 'caller') === 'caller'
}

function saidIn(entry: Entry): string {
  return entry.kind === 'message' ? textOf(entry.message) : ''
}

function listed(hit: Hit): JsonObject {
  return {
    path: hit.path,
    start_line: hit.startLine,
    end_line: hit.endLine,
    score: Number(hit.score.toFixed(4)),
    snippet: hit.text,
    source: hit.scope === 'notes' ? 'memory' : hit.scope,
    raw_metric: hit.legs.vector ?? null,
    metadata: hit.date === undefined ? {} : { date: hit.date },
  }
}

/** Reading, adding and changing alone. */
export function fileTools(memory: FileMemory): MemoryTool[] {
  return [
    tool('memory_get', async (input) => {
      const part = await memory.get(
        text(input, 'path'),
        Math.max(1, integer(input, 'from', integer(input, 'offset', 1))),
        Math.max(1, integer(input, 'lines', integer(input, 'limit', 200))),
      )
      const more =
        part.endLine < part.totalLines
          ? `\n(${part.totalLines - part.endLine} more lines; continue with from=${part.endLine + 1})`
          : ''
      return `${part.path} lines ${part.startLine}–${part.endLine} of ${part.totalLines}\n${part.text}${more}`
    }),
    tool('memory_write', async (input, call) => {
      const place = optional(input, 'path')
      const written = await memory.write(text(input, 'text'), { ...call, ...(place !== undefined && { path: place }) })
      const { path, state, refused = [] } = written
      if (state === 'refused') return notBorne(refused)
      if (refused.length > 0) return `The rest is written to ${path}. ${notBorne(refused)}`
      if (state === 'sent-to-log') {
        return `Written to ${path}, not to MEMORY.md: the text is not in the user's own words, so it may come from a tool or document. If the user confirms it, write it again.`
      }
      if (state === 'known') return `${path} says so already.`
      if (state === 'forgotten') return 'Not written: the user asked to forget this.'
      return `Written to ${path}.`
    }),
    tool('memory_edit', async (input, call) => {
      const {
        path,
        state,
        refused = [],
      } = await memory.edit(text(input, 'path'), text(input, 'old_text'), optional(input, 'new_text') ?? '', call)
      if (state === 'refused') return notBorne(refused)
      return state === 'forgotten'
        ? 'Not written: the user asked to forget this.'
        : `Changed ${path}; the previous version is kept.`
    }),
  ]
}

function notBorne(lines: readonly string[]): string {
  const shown = lines.map((line) => line.slice(0, 100))
  return `Not written: ${JSON.stringify(shown)}. A note may say only what this session contains, with names and numbers word for word.`
}
