import MarkdownIt from 'markdown-it/browser'

/** A leaf of the document: lines [from, to), counted from 0, under `heading`. */
export type NoteBlock = {
  readonly kind: 'prose' | 'item' | 'table' | 'code' | 'heading'
  readonly from: number
  readonly to: number
  readonly heading: string
}

const parser = new MarkdownIt({ html: true })
const FRONT_MATTER = /^---[ \t]*$/
const MAX_HEADING = 120

/** Paragraphs, list items, tables and code of a Markdown text, in order; every line with text belongs to exactly one. */
export function blocks(lines: readonly string[]): NoteBlock[] {
  const start = frontMatter(lines)
  const found: NoteBlock[] = start > 0 ? [{ kind: 'code', from: 0, to: start, heading: '' }] : []
  const headings: string[] = []
  const breadcrumb = (): string => headings.filter((text) => text !== '').join(' > ')
  const tokens: BlockToken[] = []
  parser.block.parse(lines.slice(start).join('\n'), parser, {}, tokens as never[])
  const items: { from: number; to: number }[] = []
  for (const [index, token] of tokens.entries()) {
    const [from, to] = token.map ? [token.map[0] + start, token.map[1] + start] : [0, 0]
    switch (token.type) {
      case 'heading_open': {
        const level = Number(token.tag.slice(1))
        headings.length = Math.min(headings.length, level - 1)
        while (headings.length < level - 1) headings.push('')
        const content = tokens[index + 1]?.content ?? ''
        headings.push(plain(content))
        found.push({ kind: content.length > MAX_HEADING ? 'prose' : 'heading', from, to, heading: breadcrumb() })
        break
      }
      case 'list_item_open':
        items.push({ from, to })
        break
      case 'list_item_close':
        items.pop()
        break
      case 'paragraph_open':
      case 'html_block':
        found.push(leaf(items, found, from, to, breadcrumb()))
        break
      case 'table_open':
        found.push({ kind: 'table', from, to, heading: breadcrumb() })
        break
      case 'fence':
      case 'code_block':
        found.push({ kind: 'code', from, to, heading: breadcrumb() })
        break
      default:
    }
  }
  return fillGaps(lines, found)
}

type BlockToken = { type: string; tag: string; map: [number, number] | null; content: string }

/** The first paragraph of a list item carries the item's own line with its marker. */
function leaf(
  items: readonly { from: number; to: number }[],
  found: readonly NoteBlock[],
  from: number,
  to: number,
  heading: string,
): NoteBlock {
  const item = items.at(-1)
  const taken = found.at(-1)?.to ?? 0
  const first = item !== undefined && item.from >= taken
  return { kind: item ? 'item' : 'prose', from: Math.max(taken, first ? item.from : from), to, heading }
}

/** Line after the closing `---` of front matter, 0 without any. */
function frontMatter(lines: readonly string[]): number {
  if (!FRONT_MATTER.test(lines[0] ?? '')) return 0
  const end = lines.findIndex((line, index) => index > 0 && FRONT_MATTER.test(line))
  return end > 0 ? end + 1 : 0
}

/** Link definitions and the like make no token: what nobody took becomes prose. */
function fillGaps(lines: readonly string[], found: readonly NoteBlock[]): NoteBlock[] {
  const result: NoteBlock[] = []
  let line = 0
  let heading = ''
  const gap = (to: number): void => {
    let from = line
    while (from < to && isBlank(lines[from])) from++
    let end = to
    while (end > from && isBlank(lines[end - 1])) end--
    if (end > from) result.push({ kind: 'prose', from, to: end, heading })
  }
  for (const block of found) {
    gap(Math.min(block.from, lines.length))
    heading = block.heading
    const from = Math.max(block.from, line)
    const to = Math.min(block.to, lines.length)
    if (to > from) result.push({ ...block, from, to })
    line = Math.max(line, to)
  }
  gap(lines.length)
  return result
}

/** Blank, or nothing but marks: quotes, bullets, rules. */
function isBlank(line: string | undefined): boolean {
  return line === undefined || /^[\s>*+_=-]*$/.test(line)
}

function plain(text: string): string {
  return text
    .replace(/[*_`]+/g, '')
    .trim()
    .slice(0, MAX_HEADING)
}
