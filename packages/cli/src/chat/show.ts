export function toolLine(tool: string, input: unknown, answer: string, width: number): string {
  const lines = answer.split('\n')
  const size = lines.length > 1 ? ` (${lines.length} lines, ${Buffer.byteLength(answer)} bytes)` : ''
  const call = clip(`* ${tool} ${flat(valuesOf(input))}`, Math.floor(width * 0.6))
  return clip(
    `${call} → ${clip(flat(lines[0] ?? ''), Math.max(12, width - call.length - size.length - 3))}${size}`,
    width,
  )
}

/** What a tool was called with, as a person would say it: without the names of its fields. */
export function valuesOf(input: unknown): string {
  const values: unknown[] = typeof input === 'object' && input !== null ? Object.values(input) : [input]
  return values.map((value) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))).join(' ')
}

/** Text from elsewhere, safe for a terminal: no control characters but line ends and tabs. */
export function safe(text: string): string {
  return text.replaceAll(/[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/g, '')
}

export function flat(text: string): string {
  return safe(text).replaceAll(/\s+/g, ' ').trim()
}

export function clip(text: string, width: number): string {
  if (text.length <= width) return text
  return `${text.slice(0, Math.max(1, width - 1)).toWellFormed()}…`
}

export function halves(text: string, max: number): string {
  if (text.length <= max) return text
  const half = Math.floor(max / 2)
  return `${text.slice(0, half).toWellFormed()}\n… ${text.length - 2 * half} characters left out …\n${text.slice(-half).toWellFormed()}`
}
