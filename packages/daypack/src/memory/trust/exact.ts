import { identifiers } from '../../handover/identifiers.ts'

const DOTTED = /(?<![\p{L}\p{N}_-])[\p{L}\p{N}_-]+(?:[.@][\p{L}\p{N}_-]+)+/gu
/** Where no space stands around it, a number goes as far as what it counts. */
const NUMBERED =
  /(?<![\p{N}_]|(?![\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}])\p{L})(?:(?![\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}])[\p{L}\p{N}_])*\d(?:(?![\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}])[\p{L}\p{N}_])*\p{sc=Han}?/gu

/** Names, addresses and numbers of a text: what a paraphrase may not bring in. */
export function exactParts(text: string): string[] {
  return [...new Set([...identifiers(text), ...(text.match(DOTTED) ?? []), ...(text.match(NUMBERED) ?? [])])]
}
