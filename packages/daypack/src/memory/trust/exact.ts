import { identifiers } from '../../handover/identifiers.ts'

const DOTTED = /(?<![\p{L}\p{N}_-])[\p{L}\p{N}_-]+(?:[.@][\p{L}\p{N}_-]+)+/gu
const NUMBERED = /(?<![\p{L}\p{N}_])[\p{L}\p{N}_]*\d[\p{L}\p{N}_]*/gu

/** Names, addresses and numbers of a text: what a paraphrase may not bring in. */
export function exactParts(text: string): string[] {
  return [...new Set([...identifiers(text), ...(text.match(DOTTED) ?? []), ...(text.match(NUMBERED) ?? [])])]
}
