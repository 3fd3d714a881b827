import { DEFINES } from '../../../files/defines.ts'
import type { Replacement, FileAction } from '../../../tools/actions.ts'
import { clip } from '../../text/clip.ts'
import { withoutNumbers } from '../../text/dump.ts'
import { htmlText } from '../../text/page.ts'

const HEADING = /^#{1,6}\s+\S|^\[[\w.-]+\]$|^<h[1-6]/

/** A change to a file as a reader wants it: where, and the lines that differ. */
export function changeOf(action: FileAction): { head: string; body: string } {
  switch (action.type) {
    case 'edit': {
      const parts = action.changes.map((change) => differs(change))
      const place = parts.map((part) => part.inside).find((name) => name !== '')
      const removed = parts.reduce((sum, part) => sum + part.old.length, 0)
      const added = parts.reduce((sum, part) => sum + part.next.length, 0)
      const all = action.changes.some((change) => change.all) ? ', everywhere' : ''
      const where = place ? ` in ${place}` : ''
      return {
        head: `edit ${action.path}${where} (−${removed} ＋${added}${all})`,
        body: parts.map((part) => marked(part.old, part.next)).join('\n'),
      }
    }
    case 'write': {
      const lines = action.text.split('\n')
      const body = STYLES.test(action.path)
        ? clip(action.text.trim(), STYLE)
        : isDocument(action.path)
          ? documentOf(action.path, action.text)
          : outlineOf(action.text)
      return { head: `write ${action.path} (${lines.length} lines)`, body }
    }
    case 'insert':
      return { head: `insert into ${action.path} after line ${action.after}`, body: action.text }
    case 'append':
      return { head: `append to ${action.path}`, body: action.text }
    case 'replace':
      return { head: `replace in ${action.path}`, body: marked([action.old], [action.next]) }
    case 'forget':
      return { head: `change ${action.path}`, body: '' }
    default:
      return { head: `${action.type} ${action.path ?? ''}`.trim(), body: '' }
  }
}

/** How something looks says little of what was done. */
const STYLES = /\.(?:css|scss|sass|less|styl)$/i
const STYLE = 160

/** Files whose words are the work: a page, a report, a letter. */
export function isDocument(path: string): boolean {
  return /\.(?:html?|md|mdx|markdown|txt|rst|adoc|tex|typ|org)$/i.test(path)
}

const DOCUMENT = 20_000

function documentOf(path: string, text: string): string {
  return (/\.html?$/i.test(path) ? htmlText(text.slice(0, DOCUMENT * 5)) : text.trim()).slice(0, DOCUMENT)
}

/** A short text whole; of a longer one what it defines, or its headings, or its start. */
export function outlineOf(text: string): string {
  if (text.length <= 600) return text.trim()
  const lines = text.split('\n')
  const heads = lines
    .filter((line) => HEADING.test(line.trim()) || DEFINES.test(line))
    .map((line) => clip(line.trim().replace(/\s*\{$/, ''), 120))
  return heads.length >= 2 ? heads.slice(0, 60).join('\n') : text.slice(0, 1500)
}

const OUTLINE = 40_000
const MOST_DEFINED = 40

/** What a file that was read defines: by name, and where there is room by the lines that do. */
export function definesOf(text: string): { body: string; full?: string } {
  const names: string[] = []
  const lines: string[] = []
  for (const line of withoutNumbers(text.slice(0, OUTLINE)).split('\n')) {
    if (line.length > 300 || /^\s{9,}/.test(line)) continue
    const name = DEFINES.exec(line)?.[1]?.split(/[\s('":<{=]/, 1)[0]
    if (name === undefined || name.length < 3 || names.includes(name)) continue
    names.push(name)
    lines.push(clip(line.trim().replace(/\s*[{:]$/, ''), 140))
    if (names.length >= MOST_DEFINED) break
  }
  if (names.length === 0) return { body: '' }
  return { body: `defines ${names.join(', ')}`, full: `defines\n${lines.join('\n')}` }
}

/** Without what is the same at both ends. */
function differs(change: Replacement): { old: string[]; next: string[]; inside: string } {
  const old = change.old.split('\n')
  const next = change.next.split('\n')
  let from = 0
  while (from < old.length && from < next.length && old[from] === next[from]) from++
  let end = 0
  while (end < old.length - from && end < next.length - from && old.at(-1 - end) === next.at(-1 - end)) end++
  const inside = old
    .slice(0, from + 1)
    .concat(next.slice(from, from + 3))
    .findLast((line) => DEFINES.test(line))
  return {
    old: old.slice(from, old.length - end).filter((line) => line.trim() !== ''),
    next: next.slice(from, next.length - end).filter((line) => line.trim() !== ''),
    inside: inside ? (DEFINES.exec(inside)?.[1] ?? '').trim() : '',
  }
}

const LINES = ' ⏎ '
/** So many new lines are told wherever they stand. */
const FEW = 3

/** Of a change whose new lines mostly stand elsewhere, the first ones and how many there are. */
export function briefChange(body: string, stands: (line: string) => boolean, most: number): string {
  const at = body.indexOf('＋ ')
  const come = at < 0 ? [] : body.slice(at + 2).split(LINES)
  if (come.length <= FEW * 2 || come.filter((line) => stands(line.trim())).length < come.length * most) return body
  return `${body.slice(0, at + 2)}${come.slice(0, FEW).join(LINES)}${LINES}… (${come.length - FEW} more lines, below)`
}

/** `− old lines ＋ new lines`: new ones have the more room, lines common to both are not told twice. */
function marked(old: readonly string[], next: readonly string[]): string {
  const kept = new Set(next.map((line) => line.trim()))
  const was = new Set(old.map((line) => line.trim()))
  const gone = old.map((line) => line.trim()).filter((line) => !kept.has(line) && line.length > 1)
  const come = next.map((line) => line.trim()).filter((line) => !was.has(line) && line.length > 1)
  const minus = gone.length > 0 ? `− ${gone.map((line) => clip(line, 160)).join(LINES)}` : ''
  const plus = come.length > 0 ? `＋ ${come.map((line) => clip(line, 200)).join(LINES)}` : ''
  return [clip(minus, Math.max(160, plus.length)), plus].filter((part) => part !== '').join('\n')
}
