import { createHash } from 'node:crypto'

/** Eight characters for what is too long to be written out. */
export function digest(data: Uint8Array | string): string {
  return createHash('sha256').update(data).digest('hex').slice(0, 8)
}

export function digestOf(value: unknown): string {
  return digest(JSON.stringify(value) ?? '')
}

/** A digest for each part of a text, where only whether it changed matters. DAYPACK_GOLDEN=whole: the text, to compare two of them. */
export function digested(text: string): string {
  if (process.env['DAYPACK_GOLDEN'] === 'whole') return text
  const parts = text.split(/^(?=## )/m).map((part) => {
    const [head = '', ...lines] = part.trimEnd().split('\n')
    return `${head}: ${lines.length} lines, ${digest(part)}\n`
  })
  return parts.join('')
}
