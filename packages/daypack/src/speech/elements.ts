/** A stretch of text: an element `<name>…</name>` with what is inside it, or what stands between elements. */
export type Piece = { readonly name?: string; readonly text: string }

/** Host elements have names of their own kind (`system-reminder`, `user_query`) or are all of a line; HTML in a sentence is text. */
const TAG = /<(\/?)([A-Za-z][\w:.-]{0,60})(?:\s[^<>\n]{0,300})?>/g
const HOSTS_OWN =
  /[-_]|^(?:feedback|task|answer|instructions|context|skill|agent|query|request|question|problem|issue|document|note|summary|rules|example|examples|environment|attachments?)$/i

/** A text cut at its outermost elements of such names, in order. Linear, however many tags are left open. */
export function elements(text: string, isOne = (name: string): boolean => HOSTS_OWN.test(name)): Piece[] {
  if (!text.includes('</')) return [{ text }]
  const tags = [...text.matchAll(TAG)].filter((tag) => isOne(tag[2] ?? ''))
  // The closing tags of each name, the last one first: those behind an opening tag are at the end of their list.
  const closes = Map.groupBy(tags.filter((tag) => tag[1] === '/').toReversed(), (tag) => tag[2] ?? '')
  const pieces: Piece[] = []
  let at = 0
  for (const tag of tags) {
    const [whole, slash, name = ''] = tag
    if (slash === '/' || tag.index < at) continue
    const ends = closes.get(name) ?? []
    while ((ends.at(-1)?.index ?? Infinity) < tag.index) ends.pop()
    const end = ends.at(-1)
    if (!end) continue
    if (tag.index > at) pieces.push({ text: text.slice(at, tag.index) })
    pieces.push({ name: name.toLowerCase(), text: text.slice(tag.index + whole.length, end.index) })
    at = end.index + end[0].length
  }
  if (at < text.length) pieces.push({ text: text.slice(at) })
  return pieces
}
