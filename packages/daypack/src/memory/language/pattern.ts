/** The letters of the scripts people mostly write in. */
const LETTERS =
  'A-Za-zªµºÀ-ÖØ-öø-ɏͰ-ϿЀ-ӿ\u05d0-\u05ea\u0620-\u064a\u066e-\u06d3\u0904-\u0939\u0e01-\u0e30\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3'

/**
 * A pattern that ignores case, as tables write it. `\p{L}` is spelled out: with its 650 ranges each one costs ten times as
 * much to compile, and the tables have a thousand.
 */
export function patternOf(source: string, flags = 'iu'): RegExp {
  return new RegExp(spelledOut(source), flags)
}

function spelledOut(source: string): string {
  let isInside = false
  return source.replace(/\\p\{L\}|\\.|[[\]]/gsu, (part) => {
    if (part === '\\p{L}') return isInside ? LETTERS : `[${LETTERS}]`
    if (part === '[') isInside = true
    else if (part === ']') isInside = false
    return part
  })
}

/** A text that stands for itself in the source of a pattern. */
export function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
}
