import type { ComponentChildren } from 'preact'

const FENCE = /^\s*(?:```|~~~)/
const ROW = /^\s*\|/
const ITEM = /^(\s*)([-*+]|\d{1,4}[.)])\s+(.*)/
const INLINE = /`([^`\n]+)`|\*\*([^*\s/](?:[^*\n]*[^*\s/])?)\*\*|\[([^\][\n]+)\]\(([^()\s]+)\)/g

/** Markdown as elements of our own. Whatever was said stays text: no HTML, link or picture comes of it. */
export function Markdown({ text }: { readonly text: string }) {
  const lines = text.split('\n')
  const shown: ComponentChildren[] = []
  for (let at = 0; at < lines.length;) {
    const line = lines[at] ?? ''
    const end = endOfBlock(lines, at)
    if (FENCE.test(line)) shown.push(<Code lines={lines.slice(at + 1, end)} />)
    else if (ROW.test(line)) shown.push(<Code lines={lines.slice(at, end)} />)
    else shown.push(<Line line={line} />)
    at = FENCE.test(line) ? end + 1 : end
  }
  return <>{shown}</>
}

/** Where what begins here ends: a fence at its closing line, a table behind its rows, anything else behind its line. */
function endOfBlock(lines: readonly string[], from: number): number {
  const first = lines[from] ?? ''
  const rest = lines.slice(from + 1)
  const isEnd = FENCE.test(first)
    ? (line: string) => line.trim() === first.trim().slice(0, 3)
    : (line: string) => !ROW.test(first) || !ROW.test(line)
  const found = rest.findIndex(isEnd)
  return from + 1 + (found < 0 ? rest.length : found)
}

function Code({ lines }: { readonly lines: readonly string[] }) {
  return (
    <pre class="text code" dir="auto" tabIndex={0}>
      {lines.join('\n')}
    </pre>
  )
}

function Line({ line }: { readonly line: string }) {
  if (line.trim() === '') return <p class="gap" />
  if (/^#{1,6} /.test(line)) return <p class="heading">{inline(line.replace(/^#+ /, ''))}</p>
  if (line.startsWith('>')) return <blockquote>{inline(line.replace(/^> ?/, ''))}</blockquote>
  const [, indent = '', sign = '', text = ''] = ITEM.exec(line) ?? []
  if (sign === '') return <p dir="auto">{inline(line)}</p>
  return (
    <p class="item" dir="auto" style={{ marginInlineStart: `${Math.min(4, indent.length / 2)}rem` }}>
      <span class="dim">{/\d/.test(sign) ? sign : '•'}</span>
      <span>{inline(text)}</span>
    </p>
  )
}

function inline(text: string): ComponentChildren[] {
  const parts: ComponentChildren[] = []
  let end = 0
  for (const found of text.matchAll(INLINE)) {
    const [whole, code, bold, name, address] = found
    parts.push(text.slice(end, found.index))
    if (code !== undefined) parts.push(<code>{code}</code>)
    else if (bold !== undefined) parts.push(<b>{inline(bold)}</b>)
    else parts.push(name === address ? name : `${name} (${address})`)
    end = found.index + whole.length
  }
  return [...parts, text.slice(end)]
}
