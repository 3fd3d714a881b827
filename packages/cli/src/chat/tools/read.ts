import { readFile, stat } from 'node:fs/promises'
import type { ChatTool } from '../types.ts'
import { inside, type Folder } from './folder.ts'
import { fieldsOf, needed, numberAt } from './input.ts'

const MAX_BYTES = 40_000
const MAX_LINES = 2_000
const MAX_LINE = 2_000
const MAX_FILE = 50_000_000

/** Reads a file by lines; cut when it is read, so that no later step has to. `stored` answers for what Daypack keeps. */
export function readTool(folder: Folder, stored: ChatTool | undefined): ChatTool {
  return {
    name: 'read_file',
    description:
      'Read a text file, or lines of it. Long answers are cut and say where to read on. Also reads the paths named in notes about cut results.',
    inputSchema: {
      type: 'object',
      properties: {
        file_path: { type: 'string' },
        start_line: { type: 'integer', minimum: 1 },
        end_line: { type: 'integer', minimum: 1 },
      },
      required: ['file_path'],
    },
    async run(input, call) {
      const fields = fieldsOf(input)
      const name = needed(fields, 'file_path', 'path')
      if (stored && (/[0-9a-f]{64}/.test(name) || /^#?\d+(\.\d+)*$/.test(name))) return stored.run(input, call)
      const file = await inside(folder, name)
      const { size } = await stat(file)
      if (size > MAX_FILE) throw new Error(`${name} has ${size} bytes; use grep_search.`)
      const data = await readFile(file)
      if (data.subarray(0, 8_000).includes(0)) throw new Error(`${name} is not text (${size} bytes).`)
      return shown(
        name,
        data.toString('utf8'),
        numberAt(fields, 'start_line') ?? 1,
        numberAt(fields, 'end_line') ?? Infinity,
      )
    },
  }
}

export function shown(name: string, text: string, from: number, to: number): string {
  if (text === '') return `[${name} is empty]`
  const lines = text.split('\n')
  if (lines.at(-1) === '') lines.pop()
  const first = Math.max(1, from)
  if (first > lines.length) throw new Error(`${name} has ${lines.length} lines.`)
  const last = Math.min(lines.length, to, first + MAX_LINES - 1)
  const taken: string[] = []
  let bytes = 0
  for (const line of lines.slice(first - 1, last)) {
    const cut =
      line.length > MAX_LINE
        ? `${line.slice(0, MAX_LINE).toWellFormed()}… [${line.length} characters in this line]`
        : line
    bytes += Buffer.byteLength(cut) + 1
    if (bytes > MAX_BYTES && taken.length > 0) break
    taken.push(cut)
  }
  const end = first + taken.length - 1
  const isWhole = first === 1 && end === lines.length
  const rest = end < lines.length && end < to ? `; read on with start_line=${end + 1}` : ''
  return isWhole ? taken.join('\n') : `${taken.join('\n')}\n[lines ${first} to ${end} of ${lines.length}${rest}]`
}
