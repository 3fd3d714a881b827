import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { matcher } from 'daypack/internal'
import type { ChatTool } from '../types.ts'
import { inside, SKIPPED, type Folder } from './folder.ts'
import { fieldsOf, inputOf, needed, TEXT, textAt } from './input.ts'
import { readReal } from './real-file.ts'

const MAX_FILES = 500
const MAX_MATCHES = 200
const MAX_FILE = 2_000_000
const MAX_LINE = 300

export function listTool(folder: Folder): ChatTool {
  return {
    name: 'list_files',
    description: 'List files below a folder, with their sizes. Dependencies and build output are left out.',
    inputSchema: inputOf({ path: { type: 'string', description: 'Default: the working folder.' } }),
    async run(input, { signal }) {
      const root = await inside(folder, textAt(fieldsOf(input), 'path', 'file_path', 'directory') || '.')
      const lines: string[] = []
      for await (const file of walk(root, signal)) {
        if (lines.length === MAX_FILES)
          return `${lines.join('\n')}\n[the first ${MAX_FILES}; name a folder to see more]`
        lines.push(`${path.relative(root, file)} (${(await stat(file)).size} bytes)`)
      }
      return lines.join('\n') || '[no files]'
    },
  }
}

const PATH = { type: 'string', description: 'A file or folder. Default: the working folder.' }
const ENDING = { type: 'string', description: 'Only files with this ending, such as .ts' }

export function grepTool(folder: Folder): ChatTool {
  return {
    name: 'grep_search',
    description:
      'Find lines that match, in all files below a folder: a regular expression or plain words; case does not matter.',
    inputSchema: inputOf({ pattern: TEXT, path: PATH, extension: ENDING }, ['pattern']),
    async run(input, { signal }) {
      const fields = fieldsOf(input)
      const matches = matcher(needed(fields, 'pattern', 'query'))
      const ending = textAt(fields, 'extension') ?? ''
      const base = await inside(folder, '.')
      const root = await inside(folder, textAt(fields, 'path', 'file_path') || '.')
      const found: string[] = []
      for await (const file of walk(root, signal)) {
        if (!file.endsWith(ending) || (await stat(file)).size > MAX_FILE) continue
        const text = (await readReal(file).catch(() => Buffer.alloc(0))).toString('utf8')
        if (text.slice(0, 8_000).includes('\0')) continue
        const lines = text.split('\n')
        const hits = matches(lines)
        for (const [index, line] of lines.entries()) {
          if (!hits[index]) continue
          found.push(`${path.relative(base, file)}:${index + 1}: ${line.slice(0, MAX_LINE).toWellFormed()}`)
          if (found.length >= MAX_MATCHES)
            return `${found.join('\n')}\n[the first ${MAX_MATCHES}; narrow the pattern or the path]`
        }
      }
      return found.length === 0 ? '[nothing found]' : found.join('\n')
    },
  }
}

/** All files below a folder, in order; a file is itself. Links are not followed. */
async function* walk(root: string, signal: AbortSignal): AsyncGenerator<string> {
  if ((await stat(root)).isFile()) return yield root
  for (const entry of (await readdir(root, { withFileTypes: true })).toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    signal.throwIfAborted()
    const file = path.join(root, entry.name)
    if (entry.isDirectory()) {
      if (!SKIPPED.has(entry.name)) yield* walk(file, signal)
    } else if (entry.isFile()) yield file
  }
}
