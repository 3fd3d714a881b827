export type Part = { readonly by: 'user' | 'pasted'; readonly text: string }
type Lines = { readonly by: Part['by']; readonly lines: string[] }

const FENCE = /^\s{0,3}(`{3,}|~{3,})/

/** Fenced blocks, quoted lines, and runs of lines that no person types (logs, code, diffs, tables, terminal output). */
export function partsByShape(text: string): Part[] {
  const parts: Lines[] = []
  const push = (by: Part['by'], lines: readonly string[]): void => {
    const last = parts.at(-1)
    if (last?.by === by) last.lines.push(...lines)
    else parts.push({ by, lines: [...lines] })
  }
  let paragraph: string[] = []
  const close = (): void => {
    for (const part of partsOf(paragraph)) push(part.by, part.lines)
    paragraph = []
  }
  let fence: string | undefined
  for (const line of text.split('\n')) {
    const opens = fence === undefined ? FENCE.exec(line)?.[1] : undefined
    if (fence === undefined && opens === undefined && line.trim() !== '') paragraph.push(line)
    else {
      close()
      if (fence === undefined && opens === undefined) parts.at(-1)?.lines.push(line)
      else push('pasted', [line])
      fence = opens ?? (line.trim() === fence ? undefined : fence)
    }
  }
  close()
  return parts
    .map(({ by, lines }): Part => ({ by, text: lines.join('\n').replace(/^\n+/, '').trimEnd() }))
    .filter((part) => part.text !== '')
}

/** One paragraph: quoted lines apart; a run in which most lines look like a machine's is pasted, its opening line may not be. */
function partsOf(lines: readonly string[]): Lines[] {
  if (lines.length === 0) return []
  const quoted = lines.flatMap((line, at) => (/^\s{0,3}>/.test(line) ? [at] : []))
  const [from] = quoted
  if (from !== undefined) {
    const to = (quoted.at(-1) ?? from) + 1
    const own: Lines = { by: 'pasted', lines: lines.slice(from, to) }
    return [...partsOf(lines.slice(0, from)), own, ...partsOf(lines.slice(to))]
  }
  const made = lines.map(isMachines)
  const count = made.filter(Boolean).length
  if (count < LEAST_RUN || count * 2 < lines.length) return [{ by: 'user', lines: [...lines] }]
  const first = made.indexOf(true)
  if (first === 0 || first > MOST_OPENING) return [{ by: 'pasted', lines: [...lines] }]
  return [
    { by: 'user', lines: lines.slice(0, first) },
    { by: 'pasted', lines: lines.slice(first) },
  ]
}

const LEAST_RUN = 3
const MOST_OPENING = 3

/** A line no person types into a chat: drawn, indented code, log stamps, diffs, stack frames, trailing blanks. */
function isMachines(line: string): boolean {
  const text = line.slice(0, 400)
  if (/^\s*(?:[-*•]|\d{1,3}[.)])\s+\p{L}/u.test(text) && !/[{};]\s*$/.test(text)) return false
  return SHAPES.some((shape) => shape.test(text))
}

const SHAPES: readonly RegExp[] = [
  /[─━│┃┌┐└┘├┤╭╮╰╯═║▏▕█▓▒░⠁-⣿]/,
  /\S\s{4,}$/,
  /^(?:\[?\d{4}-\d\d-\d\d[T ]|\[?\d\d?:\d\d:\d\d|\[\d\d\/\d\d\/\d\d)/,
  /^(?:\+\+\+|---|@@|diff --git|index [0-9a-f]{7})/,
  /^[+-](?:\s|\w).*[;{}(),]$/,
  /^\s+at \S+|^\s*File "/,
  /^\s*(?:[❯➜$%#>]|\w+@[\w.-]+[:~$#])\s+\S/,
  /[{};]\s*$|^\s*[}\])]+[,;]?\s*$/,
  /^\s{2,}\S.*[=(<:]|^\t/,
  /^(?:=== |--- |\*\*\* |>>> )/,
  /^\S{1,200}:\d+(?::\d+)?:/,
  /^(?:INFO|WARN|WARNING|ERROR|DEBUG|TRACE|FATAL|error|warning|info)\b\s*[:[({]/,
  /^\s*"[\w-]+"\s*:\s/,
  /^(?:✓|✔|✗|✘|×|🔍|⚠|❌|✅|🐳|\[\+\])/u,
  /^\w[\w -]{0,30}:\s{2,}\S/,
  /^\s*\|.*\|\s*$/,
]
