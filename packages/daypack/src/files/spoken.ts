import type { FileAction } from '../tools/actions.ts'
import { shellActions } from '../tools/shell.ts'

/** What agents without tool calls do: a command in the last fenced block, and the output in the next message. */
export function spokenResult(
  said: string | undefined,
  text: string,
): { actions: readonly FileAction[]; output: string } {
  if (said === undefined || !PROMPT.test(text.slice(-1200))) return NONE
  const output = text.replace(PROMPT, '')
  const [, path] = /^\[File: ([^\n]{1,400}) \(\d+ lines total\)\]$/m.exec(output.slice(0, 1000)) ?? []
  const body = path === undefined ? output : output.slice(output.indexOf('\n') + 1)
  if (path !== undefined)
    return { actions: [{ type: 'read', path, from: 1 }], output: body.replace(/\nFile updated\.[\s\S]*$/, '') }
  const command = spokenCommand(said)
  return command === undefined ? NONE : { actions: shellActions(command, () => []), output }
}

const NONE = { actions: [], output: '' }
/** SWE-agent ends every output with its prompt. */
const PROMPT = /\n?\(Open file: [^\n]{0,500}\)\s*\n\(Current directory: [^\n]{0,500}\)\s*\n\s*bash-\$\s*$/

export function spokenCommand(said: string): string | undefined {
  const end = said.lastIndexOf('```')
  const start = end < 0 ? -1 : said.lastIndexOf('```', end - 1)
  if (start < 0) return undefined
  const block = said.slice(start + 3, end)
  return block.replace(/^[\w-]*\n/, '').trim() || undefined
}
