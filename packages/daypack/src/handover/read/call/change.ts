import { DEFINES } from '../../../files/defines.ts'
import type { Replacement, FileAction } from '../../../tools/actions.ts'
import { clip } from '../../text/clip.ts'
import type { Part } from './told.ts'

/** Changes to files as a reader wants them: where, and the lines that differ. */
export function change(actions: readonly FileAction[]): Part {
  const parts = actions.map((action) => changeOf(action))
  const changed = actions.flatMap((action) => (action.path === undefined ? [] : [action.path]))
  const [first] = parts
  const [action] = actions
  if (parts.length === 1 && first) {
    const isText = action?.type === 'write' && isDocument(action.path)
    return { kind: 'change', ...first, cut: isText ? 'page' : 'start', changed }
  }
  const text = parts.map((part) => `${part.head}: ${part.text}`).join('\n')
  return { kind: 'change', head: `change ${changed.join(', ')}`, text, cut: 'start', changed }
}

function changeOf(action: FileAction): { head: string; text: string } {
  switch (action.type) {
    case 'edit': {
      const parts = action.changes.map((one) => differs(one))
      const place = parts.map((part) => part.inside).find((name) => name !== '')
      const removed = parts.reduce((sum, part) => sum + part.old.length, 0)
      const added = parts.reduce((sum, part) => sum + part.next.length, 0)
      const all = action.changes.some((one) => one.all) ? ', everywhere' : ''
      return {
        head: `edit ${action.path}${place ? ` in ${place}` : ''} (−${removed} ＋${added}${all})`,
        text: parts.map((part) => marked(part.old, part.next)).join('\n'),
      }
    }
    case 'write': {
      const head = `write ${action.path} (${action.text.split('\n').length} lines)`
      return { head, text: action.text.trim().slice(0, isDocument(action.path) ? DOCUMENT : START) }
    }
    case 'insert':
      return { head: `insert into ${action.path} after line ${action.after}`, text: action.text }
    case 'append':
      return { head: `append to ${action.path}`, text: action.text }
    case 'replace':
      return { head: `replace in ${action.path}`, text: marked([action.old], [action.next]) }
    case 'forget':
      return { head: `delete ${action.path}`, text: '' }
    case 'move':
      return { head: `move ${action.path} to ${action.to}`, text: '' }
    default:
      return { head: `change ${action.path ?? ''}`.trim(), text: '' }
  }
}

/** Files whose words are the work: a page, a report, a letter. */
function isDocument(path: string): boolean {
  return /\.(?:html?|md|mdx|markdown|txt|rst|adoc|tex|typ|org)$/i.test(path)
}

const DOCUMENT = 20_000

const START = 1500

/** Without what is the same at both ends. */
function differs({ old, next }: Replacement): { old: string[]; next: string[]; inside: string } {
  const was = old.split('\n')
  const is = next.split('\n')
  let from = 0
  while (from < was.length && was[from] === is[from]) from++
  let end = 0
  const most = Math.min(was.length, is.length) - from
  while (end < most && was.at(~end) === is.at(~end)) end++
  const around = [...was.slice(0, from + 1), ...is.slice(from, from + 3)]
  const inside = around.flatMap((line) => DEFINES.exec(line)?.[1]?.trim() ?? []).at(-1) ?? ''
  const own = (lines: readonly string[]): string[] =>
    lines.slice(from, lines.length - end).filter((line) => line.trim() !== '')
  return { old: own(was), next: own(is), inside }
}

const LINES = ' ⏎ '
/** `− old lines ＋ new lines`: new ones have the more room, lines common to both are not told twice. */
function marked(old: readonly string[], next: readonly string[]): string {
  const without = (lines: readonly string[], others: readonly string[], chars: number): string => {
    const known = new Set(others.map((line) => line.trim()))
    const own = lines.map((line) => line.trim()).filter((line) => !known.has(line) && line.length > 1)
    return own.map((line) => clip(line, chars)).join(LINES)
  }
  const gone = without(old, next, 160)
  const come = without(next, old, 200)
  const plus = come === '' ? '' : `＋ ${come}`
  return [gone === '' ? '' : clip(`− ${gone}`, Math.max(160, plus.length)), plus].filter(Boolean).join('\n')
}
