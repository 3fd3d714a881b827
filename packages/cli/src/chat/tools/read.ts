import { stat } from 'node:fs/promises'
import type { ChatTool } from '../types.ts'
import { inside, isStored, type Folder } from './folder.ts'
import { COUNT, fieldsOf, inputOf, needed, numberAt, TEXT } from './input.ts'
import { readReal } from './real-file.ts'

/** One answer; what the preset shows of it is the preset's business, and the file itself is the whole of it. */
const MAX_BYTES = 256_000
const MAX_FILE = 50_000_000
const MAX_HANDED = 1_000_000

const COLUMN = { ...COUNT, description: 'Column to continue at, inside start_line.' }

export function readTool(folder: Folder, stored: ChatTool | undefined): ChatTool {
  return {
    name: 'read_file',
    description:
      'Read a text file, or lines of it. Long answers are cut and say where to continue. Also reads the paths that notices about cut results and folded dialog name, and the notes MEMORY.md and memory/*.md.',
    inputSchema: inputOf({ file_path: TEXT, start_line: COUNT, end_line: COUNT, start_column: COLUMN }, ['file_path']),
    async run(input, call) {
      const fields = fieldsOf(input)
      const name = needed(fields, 'file_path', 'path')
      if (stored && (/[0-9a-f]{64}/.test(name) || /^#?\d+(\.\d+)*$/.test(name) || (await isStored(folder, name))))
        return stored.run(input, call)
      const file = await inside(folder, name)
      const { size } = await stat(file)
      if (size > MAX_FILE) throw new Error(`${name} has ${size} bytes; use grep_search.`)
      const data = await readReal(file)
      if (data.subarray(0, 8_000).includes(0)) throw new Error(`${name} is not text (${size} bytes).`)
      return shown(name, data.toString('utf8'), {
        from: numberAt(fields, 'start_line') ?? 1,
        to: numberAt(fields, 'end_line') ?? Infinity,
        column: numberAt(fields, 'start_column') ?? 1,
      })
    },
  }
}

/** The same files for hand-overs: undefined for what is no text or larger than any hand-over; throws for what may not be read. */
export function fileReader(folder: Folder): (name: string) => Promise<string | undefined> {
  return async (name) => {
    const file = await inside(folder, name)
    const { size } = await stat(file)
    if (size > MAX_HANDED) return undefined
    const data = await readReal(file)
    return data.subarray(0, 8_000).includes(0) ? undefined : data.toString('utf8')
  }
}

type Range = { readonly from: number; readonly to: number; readonly column: number }

function shown(name: string, text: string, { from, to, column }: Range): string {
  if (text === '') return `[${name} is empty]`
  const lines = text.split('\n')
  if (lines.at(-1) === '') lines.pop()
  const first = Math.max(1, from)
  if (first > lines.length) throw new Error(`${name} has ${lines.length} lines; start_line ${first} is past its end.`)
  if (to < first) throw new Error(`end_line ${to} is before start_line ${first}.`)
  const skipped = Math.max(0, column - 1)
  const taken: string[] = []
  let bytes = 0
  let rest: string | undefined
  for (const [index, line] of lines.slice(first - 1, Math.min(lines.length, to)).entries()) {
    const part = index === 0 ? line.slice(skipped) : line
    const size = Buffer.byteLength(part) + 1
    if (bytes + size > MAX_BYTES) {
      const head = taken.length > 0 ? '' : headOf(part, MAX_BYTES)
      if (head !== '') taken.push(head)
      const next = head === '' ? '' : ` start_column=${skipped + head.length + 1}`
      rest = `; continue with start_line=${first + index}${next}`
      break
    }
    bytes += size
    taken.push(part)
  }
  const end = first + taken.length - 1
  if (rest === undefined && end < lines.length && end < to) rest = `; continue with start_line=${end + 1}`
  const isWhole = first === 1 && skipped === 0 && end === lines.length && rest === undefined
  return isWhole ? taken.join('\n') : `${taken.join('\n')}\n[lines ${first} to ${end} of ${lines.length}${rest ?? ''}]`
}

function headOf(line: string, maxBytes: number): string {
  const head = Buffer.from(line).subarray(0, maxBytes)
  return head.toString('utf8').replace(/\uFFFD$/, '')
}
