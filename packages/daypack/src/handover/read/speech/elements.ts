/** A stretch of text: an element `<name>…</name>` with what is inside it, or what stands between elements. */
export type Piece = { readonly name?: string; readonly text: string }

/** Host elements have names of their own kind (`system-reminder`, `user_query`) or are all of a line; HTML in a sentence is text. */
const TAG = /<(\/?)([A-Za-z][\w:.-]{0,60})(?:\s[^<>\n]{0,300})?>/g
const HOSTS_OWN =
  /[-_]|^(?:feedback|task|answer|instructions|context|skill|agent|query|request|question|problem|issue|document|note|summary|rules|example|examples|environment|attachments?)$/i

/** A text cut at its outermost elements, in order. Linear, however many tags are left open. */
export function elements(text: string): Piece[] {
  if (!text.includes('</')) return [{ text }]
  const tags = [...text.matchAll(TAG)].filter((tag) => HOSTS_OWN.test(tag[2] ?? ''))
  const closes = new Map<string, number[]>()
  tags.forEach((tag, index) => {
    if (tag[1] !== '/') return
    const name = tag[2] ?? ''
    const known = closes.get(name)
    if (known) known.push(index)
    else closes.set(name, [index])
  })
  const next = new Map<string, number>()
  const pieces: Piece[] = []
  let at = 0
  tags.forEach((tag, index) => {
    const name = tag[2] ?? ''
    if (tag[1] === '/' || tag.index < at) return
    const ends = closes.get(name) ?? []
    let which = next.get(name) ?? 0
    while (which < ends.length && (ends[which] ?? 0) < index) which++
    next.set(name, which)
    const end = tags[ends[which] ?? -1]
    if (!end) return
    if (tag.index > at) pieces.push({ text: text.slice(at, tag.index) })
    pieces.push({ name: name.toLowerCase(), text: text.slice(tag.index + tag[0].length, end.index) })
    at = end.index + end[0].length
  })
  if (at < text.length) pieces.push({ text: text.slice(at) })
  return pieces
}
