import type { ModelTool } from 'daypack'
import { KEY_NAMES } from '../../config/environment.ts'
import type { ChatTool } from '../types.ts'
import type { Folder } from './folder.ts'
import { grepTool, listTool } from './look.ts'
import { readTool } from './read.ts'
import { shellTool, type ShellOptions } from './shell.ts'
import { editTool, writeTool } from './write.ts'

/** Commands run by a model have no business with these. */
export const HIDDEN = [...Object.values(KEY_NAMES).flat(), 'DAYPACK_API_KEY', 'EMBEDDING_API_KEY']

export function chatTools(folder: Folder, shell: ShellOptions, own: readonly ModelTool[]): ChatTool[] {
  const pack: ChatTool[] = own.map((tool) => ({ ...tool, run: (input) => tool.run(input) }))
  const stored = pack.find((tool) => tool.name === 'read_ref')
  return [
    readTool(folder, stored),
    writeTool(folder),
    editTool(folder),
    listTool(folder),
    grepTool(folder),
    shellTool(shell),
    ...pack,
  ]
}
