import type { Tokens } from '../../model/json.ts'
import type { Message } from '../../model/message.ts'
import { fileActions } from '../../tools/actions.ts'
import type { ToolTable } from '../../tools/table.ts'
import type { View } from '../../view/view.ts'
import { gather, openTasks } from '../read/evidence.ts'
import { clip } from '../text/clip.ts'

export type RestoreOptions = {
  /** The file as it is now; undefined when it is gone or may not be read. */
  read(path: string): Promise<string | undefined>
  count(text: string): Tokens
  readonly window: Tokens
  readonly maxFiles?: number
  readonly fileTokens?: Tokens
  readonly totalTokens?: Tokens
  /** Skills, rules and the like that were active, as text; each within `fileTokens`. */
  readonly also?: readonly { readonly name: string; readonly text: string }[]
  readonly tools?: ToolTable
}

/** A skill that was read is followed until it is done. */
const SKILL = /(?:^|\/)SKILL\.md$/i

const MAX_FILES = 5
const FILE_TOKENS = 5000
const TOTAL_TOKENS = 50_000
/** The figures above are for a window of 200,000 tokens; smaller windows get their share. */
const FULL_WINDOW = 200_000

/**
 * The message to append after a fold, origin `restored`: the files used last, read fresh, and what else was active. The
 * way of Claude Code, for hosts that want whole files; undefined when there is nothing to restore.
 */
export async function restoreFiles(view: View, options: RestoreOptions): Promise<Message | undefined> {
  const scale = Math.min(1, options.window / FULL_WINDOW)
  const each = Math.floor((options.fileTokens ?? FILE_TOKENS) * scale)
  let left = Math.floor((options.totalTokens ?? TOTAL_TOKENS) * scale)
  const parts: string[] = []
  const add = (open: string, text: string, close: string) => {
    const cut = fitted(text, Math.min(each, left), (part) => options.count(part))
    if (cut === '') return
    left -= options.count(cut)
    parts.push(`${open}\n${cut}\n${close}`)
  }
  const used = recentFiles(view, options)
  const most = options.maxFiles ?? MAX_FILES
  for (const name of ['restored-file', 'restored-skill'])
    for (const path of used.filter((each) => SKILL.test(each) === (name === 'restored-skill')).slice(0, most)) {
      const text = await options.read(path).catch(() => undefined)
      if (text !== undefined) add(`<${name} path="${path}">`, text, `</${name}>`)
    }
  for (const { name, text } of options.also ?? []) add(`<restored name="${name}">`, text, '</restored>')
  const open = openTasks(gather(view.slots.map((slot) => slot.message)))
  if (open.length > 0)
    add('<restored name="todos">', open.map((task) => `- [${task.mark}] ${task.text}`).join('\n'), '</restored>')
  if (parts.length === 0) return undefined
  const text = `[Restored after the fold, read fresh; not a message of the user.]\n${parts.join('\n')}`
  return { role: 'user', blocks: [{ type: 'text', text }] }
}

/** Files by last use, newest first. */
function recentFiles(view: View, options: RestoreOptions): string[] {
  const found = new Set<string>()
  for (const slot of view.slots.toReversed()) {
    for (const block of slot.message.blocks.toReversed()) {
      if (block.type !== 'tool-call') continue
      for (const action of fileActions(block.tool, block.input, options.tools)) {
        if (action.type === 'read' || action.type === 'write' || action.type === 'edit' || action.type === 'insert')
          found.add(action.path)
      }
    }
    if (found.size >= 50) break
  }
  return [...found]
}

/** As much from the start as fits, by halving. */
function fitted(text: string, tokens: Tokens, count: (text: string) => Tokens): string {
  if (tokens <= 0) return ''
  if (count(text) <= tokens) return text
  let [low, high] = [0, text.length]
  while (high - low > 16) {
    const middle = (low + high) >> 1
    if (count(clip(text, middle)) <= tokens) low = middle
    else high = middle
  }
  return low > 1 ? clip(text, low) : ''
}
