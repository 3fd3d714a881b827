import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import type { ChatTool } from '../types.ts'
import { inside, type Folder } from './folder.ts'
import { fieldsOf, inputOf, needed, TEXT } from './input.ts'
import { readReal, writeReal } from './real-file.ts'

export function writeTool(folder: Folder): ChatTool {
  return {
    name: 'write_file',
    description: 'Write a whole file. Creates folders as needed; replaces an existing file.',
    inputSchema: inputOf({ file_path: TEXT, content: TEXT }, ['file_path', 'content']),
    async run(input) {
      const fields = fieldsOf(input)
      const name = needed(fields, 'file_path', 'path')
      const content = needed(fields, 'content', 'text')
      const file = await inside(folder, name)
      await mkdir(path.dirname(file), { recursive: true })
      await writeReal(file, content)
      return `Wrote ${name}: ${content.split('\n').length} lines, ${Buffer.byteLength(content)} bytes.`
    },
  }
}

export function editTool(folder: Folder): ChatTool {
  return {
    name: 'edit_file',
    description:
      'Replace a passage of a file. The old text must occur exactly as given, and only once unless replace_all is set.',
    inputSchema: inputOf({ file_path: TEXT, old_string: TEXT, new_string: TEXT, replace_all: { type: 'boolean' } }, [
      'file_path',
      'old_string',
      'new_string',
    ]),
    async run(input) {
      const fields = fieldsOf(input)
      const name = needed(fields, 'file_path', 'path')
      const old = needed(fields, 'old_string', 'old_text')
      const next = needed(fields, 'new_string', 'new_text')
      if (old === '') throw new Error('old_string is empty; use write_file for a new file.')
      const file = await inside(folder, name)
      const text = (await readReal(file)).toString('utf8')
      const parts = text.split(old)
      const found = parts.length - 1
      if (found === 0) throw new Error(`The old text is not in ${name}; read the file again.`)
      const isAll = fields['replace_all'] === true || fields['replace_all'] === 'true'
      if (found > 1 && !isAll)
        throw new Error(
          `The old text is in ${name} ${found} times; include more of the text around it, or set replace_all.`,
        )
      await writeReal(file, parts.join(next))
      const line = (parts[0] ?? '').split('\n').length
      return `Changed ${name} at line ${line}${found > 1 ? ` and ${found - 1} more places` : ''}.`
    },
  }
}
