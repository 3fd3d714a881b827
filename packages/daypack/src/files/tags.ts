import { elements } from '../speech/elements.ts'

/** A text without its elements of these names, and what stood inside them. */
export function cutTags(
  text: string,
  names: readonly string[],
): { readonly rest: string; readonly inner: readonly string[] } {
  const pieces = elements(text, (name) => names.includes(name.toLowerCase()))
  const of = (isInside: boolean): string[] =>
    pieces.flatMap((piece) => ((piece.name !== undefined) === isInside ? [piece.text] : []))
  return { rest: of(false).join(''), inner: of(true) }
}
