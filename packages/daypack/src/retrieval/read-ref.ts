import { reasonOf } from '../model/errors.ts'
import { isStored, type Content } from '../model/message.ts'
import type { ModelTool } from '../model/tool.ts'
import { MARGIN } from '../passes/cut/boundary.ts'
import { cutHead, byteAt, lineStart } from '../passes/cut/cut.ts'
import { newlines } from '../model/lines.ts'
import { numberIn, objectIn, textIn, resolve, type RetrievalSource } from './source.ts'
import { matcher } from './pattern.ts'

/** The largest answer, and how much of a text one search goes through: `start_line` leads on. */
type Limits = { readonly maxBytes?: number; readonly scanBytes?: number }

export const READ_REF = 'read_ref'
const CHUNK = 1_000_000

export function readRef(source: RetrievalSource, limits: Limits = {}): ModelTool {
  const { maxBytes = 16_000, scanBytes = 64_000_000 } = limits
  return {
    name: READ_REF,
    description:
      'Read text that was left out of this conversation. file_path is the path or reference given in a note, the number of a message (such as 12 or 12.0), or a file read earlier (as it was then). Choose lines, or lines matching a pattern.',
    inputSchema: {
      type: 'object',
      properties: {
        file_path: {
          type: 'string',
          description: 'Path or reference from a note, a message number, or a file read earlier.',
        },
        start_line: { type: 'integer', minimum: 1 },
        end_line: { type: 'integer', minimum: 1 },
        start_column: { type: 'integer', minimum: 1, description: 'Column to continue at, inside start_line.' },
        pattern: { type: 'string', description: 'Only lines that match, with their numbers.' },
      },
      required: ['file_path'],
    },
    async run(input) {
      const fields = objectIn(input)
      const path = textIn(fields, 'file_path') ?? textIn(fields, 'path') ?? ''
      if (path === '') return 'Error: file_path is missing.'
      try {
        const target = await resolve(path, source)
        if (!target) return `Error: nothing called ${path} was seen in this session.`
        const text = await openText(target.content, source)
        if (text.bytes === 0) return `[${target.title}: empty]`
        const pattern = textIn(fields, 'pattern')
        if (pattern !== undefined)
          return await grep(text, pattern, target.title, numberIn(fields, 'start_line') ?? 1, maxBytes, scanBytes)
        return await byLines(text, fields, target.title, maxBytes)
      } catch (error) {
        return `Error: ${reasonOf(error)}`
      }
    },
  }
}

type Text = { readonly bytes: number; readonly lines: number; range(from: number, to: number): Promise<Buffer> }

async function openText(content: Content, source: RetrievalSource): Promise<Text> {
  if (isStored(content) && source.slice) {
    const slice = source.slice.bind(source)
    const { bytes, lines } = content
    return { bytes, lines, range: async (from, to) => Buffer.from(await slice(content, from, Math.min(bytes, to))) }
  }
  const data = Buffer.from(await source.read(content))
  return {
    bytes: data.length,
    lines: newlines(data) + 1,
    range: (from, to) => Promise.resolve(data.subarray(from, to)),
  }
}

async function byLines(text: Text, fields: Record<string, unknown>, title: string, maxBytes: number): Promise<string> {
  const start = Math.max(1, numberIn(fields, 'start_line') ?? 1)
  const end = Math.min(text.lines, numberIn(fields, 'end_line') ?? text.lines)
  if (start > text.lines) return `Error: ${title} has ${text.lines} lines; start_line ${start} is behind its end.`
  if (end < start) return `Error: end_line ${end} is before start_line ${start}.`
  const at = await lineOffset(text, start)
  const window = await text.range(at, at + maxBytes * 4 + MARGIN)
  const from = byteAt(window, { line: 1, column: numberIn(fields, 'start_column') ?? 1 })
  const wanted = window.subarray(from)
  const stop = lineStart(wanted, end - start + 2)
  const cut = cutHead(wanted, Math.min(maxBytes, stop))
  const shown = wanted.toString('utf8', 0, cut.to)
  if (at + from + cut.to >= text.bytes) return shown
  const line = start + cut.line - 1
  const column =
    cut.column === undefined
      ? ''
      : ` start_column=${cut.line === 1 ? (numberIn(fields, 'start_column') ?? 1) + cut.column - 1 : cut.column}`
  return `${shown}\n[${title}: lines ${start}–${cut.column === undefined ? line - 1 : line} of ${text.lines}; go on with start_line=${line}${column}]`
}

async function lineOffset(text: Text, line: number): Promise<number> {
  let left = line - 1
  for (let at = 0; left > 0 && at < text.bytes; at += CHUNK) {
    const chunk = await text.range(at, at + CHUNK)
    const here = newlines(chunk)
    if (here < left) {
      left -= here
      continue
    }
    let found = -1
    for (; left > 0; left--) found = chunk.indexOf(0x0a, found + 1)
    return at + found + 1
  }
  return left > 0 ? text.bytes : 0
}

const SHOWN_LINE = 400

async function grep(
  text: Text,
  pattern: string,
  title: string,
  start: number,
  maxBytes: number,
  scanBytes: number,
): Promise<string> {
  const matches = matcher(pattern)
  const found: string[] = []
  let size = 0
  let line = start
  let rest = ''
  const from = await lineOffset(text, start)
  for (let at = from; at < text.bytes; at += CHUNK) {
    const isLast = at + CHUNK >= text.bytes
    const lines = (rest + (await text.range(at, at + CHUNK)).toString('latin1')).split('\n')
    rest = isLast ? '' : (lines.pop() ?? '')
    const readable = lines.map((raw) => Buffer.from(raw, 'latin1').toString('utf8'))
    const hits = matches(readable)
    for (const [index, each] of readable.entries()) {
      if (hits[index]) {
        const shown = `${line}: ${each.length > SHOWN_LINE ? `${each.slice(0, SHOWN_LINE).toWellFormed()}…` : each}`
        size += Buffer.byteLength(shown) + 1
        if (size > maxBytes && found.length > 0)
          return `${found.join('\n')}\n[${title}: more matches; go on with start_line=${line}]`
        found.push(shown)
      }
      line++
    }
    if (at + CHUNK - from >= scanBytes && !isLast)
      return `${found.join('\n')}\n[${title}: searched up to line ${line - 1} of ${text.lines}; go on with start_line=${line}]`
  }
  return found.length > 0 ? found.join('\n') : `[${title}: no line from ${start} on matches ${pattern}]`
}
