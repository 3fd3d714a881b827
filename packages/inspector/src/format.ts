const number = new Intl.NumberFormat('en')

export function tokens(value: number): string {
  if (value < 10_000) return number.format(Math.round(value))
  return value < 1_000_000
    ? `${(value / 1_000).toFixed(value < 100_000 ? 1 : 0)}k`
    : `${(value / 1_000_000).toFixed(2)}M`
}

export function money(value: number, currency: 'dollars' | 'tokens'): string {
  if (Number.isNaN(value)) return '–'
  if (currency === 'tokens') return tokens(value)
  return value !== 0 && Math.abs(value) < 0.005 ? `$${value.toFixed(4)}` : `$${value.toFixed(2)}`
}

export function percent(share: number): string {
  return `${Math.round(share * 100)} %`
}

const day = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium' })

export function time(at: number): string {
  return at > 0 ? day.format(at) : ''
}

/** The same without seconds. */
export function minute(at: number): string {
  return time(at).slice(0, 16)
}

export function clock(at: number): string {
  return time(at).slice(11)
}

const BIDI = /[\u{61c}\u{200e}\u{200f}\u{202a}-\u{202e}\u{2066}-\u{2069}]/gu
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g

/** Characters that steer a terminal or the direction of writing, as signs that can be seen. */
export function visible(text: string): string {
  return text
    .replaceAll(CONTROL, (sign) => (sign === '\u007f' ? '␡' : String.fromCodePoint(0x2400 + sign.charCodeAt(0))))
    .replaceAll(BIDI, (sign) => `‹U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}›`)
}

/** A block as a person counts: the number of its message, and its place there from the second on. */
export function blockName(id: string): string {
  return id.replace(/\.0$/, '')
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${number.format(count)} ${count === 1 ? one : many}`
}

export function who(role: string): string {
  return role === 'assistant' ? 'agent' : role
}
