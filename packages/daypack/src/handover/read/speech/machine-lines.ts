export type Part = { readonly by: 'user' | 'pasted'; readonly text: string }

/** Fenced blocks, quoted lines, and runs of lines that no person types (logs, code, diffs, tables, terminal output). */
export function partsByShape(text: string): Part[] {
  const parts: { by: 'user' | 'pasted'; lines: string[] }[] = []
  const push = (by: 'user' | 'pasted', lines: readonly string[]): void => {
    const last = parts.at(-1)
    if (last?.by === by) last.lines.push(...lines)
    else parts.push({ by, lines: [...lines] })
  }
  const lines = text.split('\n')
  for (let at = 0; at < lines.length;) {
    const fence = /^\s{0,3}(`{3,}|~{3,})/.exec(lines[at] ?? '')?.[1]
    if (fence !== undefined) {
      const end = fenceEnd(lines, at + 1, fence)
      push('pasted', lines.slice(at, end))
      at = end
      continue
    }
    let end = at
    while (end < lines.length && (lines[end] ?? '').trim() !== '' && !/^\s{0,3}(?:`{3,}|~{3,})/.test(lines[end] ?? ''))
      end++
    if (end === at) {
      parts.at(-1)?.lines.push(lines[at] ?? '')
      at++
      continue
    }
    for (const part of paragraph(lines.slice(at, end))) push(part.by, part.lines)
    at = end
  }
  return parts
    .map(({ by, lines: own }): Part => ({ by, text: own.join('\n').replace(/^\n+/, '').trimEnd() }))
    .filter((part) => part.text !== '')
}

function fenceEnd(lines: readonly string[], from: number, fence: string): number {
  for (let at = from; at < lines.length; at++) if ((lines[at] ?? '').trim() === fence) return at + 1
  return lines.length
}

/** One paragraph: quoted lines apart; a run in which most lines look like a machine's is pasted, its opening line may not be. */
function paragraph(lines: readonly string[]): { by: 'user' | 'pasted'; lines: string[] }[] {
  const quoted = lines.filter((line) => /^\s{0,3}>/.test(line)).length
  if (quoted > 0 && quoted < lines.length) {
    const first = lines.findIndex((line) => /^\s{0,3}>/.test(line))
    const last = lines.findLastIndex((line) => /^\s{0,3}>/.test(line))
    return [
      ...(first > 0 ? paragraph(lines.slice(0, first)) : []),
      { by: 'pasted', lines: lines.slice(first, last + 1) },
      ...(last + 1 < lines.length ? paragraph(lines.slice(last + 1)) : []),
    ]
  }
  if (quoted > 0) return [{ by: 'pasted', lines: [...lines] }]
  const made = lines.map(isMachines)
  const count = made.filter(Boolean).length
  if (count < LEAST_RUN || count * 2 < lines.length) return [{ by: 'user', lines: [...lines] }]
  const first = made.indexOf(true)
  const own = lines.slice(0, first)
  return own.length > 0 && own.length <= 3
    ? [
        { by: 'user', lines: own },
        { by: 'pasted', lines: lines.slice(first) },
      ]
    : [{ by: 'pasted', lines: [...lines] }]
}

const LEAST_RUN = 3

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
