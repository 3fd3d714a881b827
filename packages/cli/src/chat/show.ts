/** A tool call as one line. */
export function callLine(tool: string, input: unknown, width: number): string {
  const fields = typeof input === 'object' && input !== null ? Object.values(input) : [input]
  const words = fields.map((value) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))).join(' ')
  return clip(`* ${tool} ${flat(words)}`, width)
}

/** What it answered, in a few words. */
export function resultLine(text: string, width: number): string {
  const lines = text.split('\n')
  const more = lines.length > 1 ? ` … ${lines.length} lines, ${Buffer.byteLength(text)} bytes` : ''
  return `${clip(`  └ ${flat(lines[0] ?? '')}`, Math.max(20, width - more.length))}${more}`
}

/** Text from elsewhere, safe for a terminal: no control characters but line ends and tabs. */
export function safe(text: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are what it looks for
  return text.replaceAll(/[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/g, '')
}

export function flat(text: string): string {
  return safe(text).replaceAll(/\s+/g, ' ').trim()
}

export function clip(text: string, width: number): string {
  if (text.length <= width) return text
  return `${text.slice(0, Math.max(1, width - 1)).toWellFormed()}…`
}

/** Long output as its head and tail halves. */
export function halves(text: string, max: number): string {
  if (text.length <= max) return text
  const half = Math.floor(max / 2)
  return `${text.slice(0, half).toWellFormed()}\n… ${text.length - 2 * half} characters left out …\n${text.slice(-half).toWellFormed()}`
}
