import { isObject, type Json } from '../../model/json.ts'
import type { Block } from '../../model/message.ts'

/** `style` says how the JSON string is written; `raw` keeps strings that no style reproduces. */
export type Arguments = { readonly input: Json; readonly style?: Style; readonly raw?: string }
/** `text`: not JSON at all, and the input is the string itself. */
type Style = 'python' | 'python-utf8' | 'indented' | 'text'

const STYLES: readonly Style[] = ['python', 'python-utf8', 'indented']

export function parseArguments(text: string): Arguments {
  let input: Json
  try {
    input = JSON.parse(text) as Json
  } catch {
    return text === '' ? { input: {}, raw: '' } : { input: text, style: 'text' }
  }
  if (JSON.stringify(input) === text) return { input }
  const style = STYLES.find((candidate) => write(input, candidate) === text)
  return style ? { input, style } : { input, raw: text }
}

/** The string again, exactly, as long as the input is still the one it was parsed into. */
export function writeArguments({ input, style, raw }: Arguments): string {
  if (raw !== undefined && JSON.stringify(parseArguments(raw).input) === JSON.stringify(input)) return raw
  return style ? write(input, style) : JSON.stringify(input)
}

/** A call as Anthropic and Gemini take it: its input is an object. */
export function objectInput<B extends Block>(block: B): B {
  return block.type === 'tool-call' && !isObject(block.input) ? { ...block, input: { input: block.input } } : block
}

function write(input: Json, style: Style): string {
  if (style === 'text') return typeof input === 'string' ? input : JSON.stringify(input)
  if (style === 'indented') return JSON.stringify(input, null, 2)
  const text = writeSpaced(input)
  return style === 'python' ? text.replace(/[\u007f-\uffff]/g, escapeCharacter) : text
}

/** As Python's json.dumps separates. */
function writeSpaced(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(writeSpaced).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const fields = Object.entries(value).map(([key, field]) => `${JSON.stringify(key)}: ${writeSpaced(field)}`)
  return `{${fields.join(', ')}}`
}

function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
