import { PROVENANCES, type Provenance, type Source, joinSources } from './provenance.ts'

/**
 * A line's source stands at its end as an HTML comment, which Markdown does not show:
 * `- Prefers pnpm. <!-- @user s1#12-18 -->`. A person may edit the line or move it: the source travels with it. A person
 * who takes the comment away makes the line their own.
 */
export function sourceMark(source: Source): string {
  const replaces = source.replaces === undefined ? '' : `replaces:${source.replaces}`
  const writer = source.writer === undefined ? '' : `writer:${source.writer}`
  return `<!-- @${[source.by, source.from.map(encodeRef).join(','), replaces, writer].filter(Boolean).join(' ')} -->`
}

const MARK =
  /(?<![ \t])[ \t]*<!-- @(user|model|tool|document)(?: (?!replaces:|writer:)([^<>\s]{0,2000}))?(?: replaces:(\w{1,12}))?(?: writer:(model))? -->/g

/** The text without its marks, line for line: `- Prefers pnpm. <!-- @user s1#12 -->` is `- Prefers pnpm.` */
export function withoutMarks(text: string): string {
  return text.includes('<!-- @') ? text.replace(MARK, '') : text
}

/** The source of a piece of a note: that of all its marks together; undefined where a person wrote it. */
export function sourceOf(text: string): Source | undefined {
  const found: Source[] = []
  for (const [, by, refs = '', replaces, writer] of text.matchAll(MARK)) {
    const from = refs.split(',').filter(Boolean).map(decodeRef)
    if (isProvenance(by))
      found.push({
        by,
        from,
        ...(replaces !== undefined && { replaces }),
        ...(writer !== undefined && { writer: 'model' }),
      })
  }
  const [only, ...more] = found
  return only === undefined ? undefined : more.length === 0 ? only : joinSources(found)
}

/**
 * Comments in a text from outside become visible text, and characters that nobody sees leave it: they can neither pass for
 * a mark nor hide something from a person who reads the note. Every text we write goes through here first.
 */
export function defused(text: string): string {
  return text.replace(INVISIBLE, '').replaceAll('<!--', String.raw`<\!--`)
}

/** Tags, zero-width and direction controls; the joiners that scripts and emoji need stay. */
const INVISIBLE =
  /[\u{ad}\u{61c}\u{200b}\u{200e}\u{200f}\u{202a}-\u{202e}\u{2060}-\u{206f}\u{feff}\u{fff9}-\u{fffb}\u{e0000}-\u{e007f}]/gu

/** Put the source on every line of a Markdown text; a code fence gets it on the line behind. */
export function marked(markdown: string, source: Source): string {
  const mark = sourceMark(source)
  const lines: string[] = []
  let fence: string | undefined
  for (const line of markdown.split('\n')) {
    const opening = /^\s{0,3}(?:[-*+]\s+)?(`{3,}|~{3,})/.exec(line)?.[1]
    if (fence !== undefined) {
      lines.push(line)
      if (opening !== undefined && opening.startsWith(fence) && line.trim() === opening) {
        lines.push(mark)
        fence = undefined
      }
    } else if (opening !== undefined) {
      lines.push(line)
      fence = opening
    } else {
      lines.push(markedLine(line, mark))
    }
  }
  if (fence !== undefined) lines.push(fence, mark)
  return lines.join('\n')
}

function markedLine(line: string, mark: string): string {
  const text = line.trimEnd()
  if (text === '' || /^[\s\-=*_]{2,}$/.test(text) || (/^[\s:|-]+$/.test(text) && text.lastIndexOf('|') > 0)) return line
  if (text.endsWith('|') && /^\s*\|/.test(text)) return `${text.slice(0, -1).trimEnd()} ${mark} |`
  return `${text} ${mark}`
}

function isProvenance(value: string | undefined): value is Provenance {
  return PROVENANCES.some((by) => by === value)
}

function encodeRef(ref: string): string {
  return ref.replace(/[%\s,<>]|--|-$/g, (found) =>
    [...Buffer.from(found)].map((byte) => `%${byte.toString(16).padStart(2, '0').toUpperCase()}`).join(''),
  )
}

function decodeRef(ref: string): string {
  try {
    return decodeURIComponent(ref)
  } catch {
    return ref
  }
}
