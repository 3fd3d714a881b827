/** A text without its `<name>…</name>` elements, and what stood inside them. Linear, however many tags are left open. */
export function cutTags(
  text: string,
  names: readonly string[],
): { readonly rest: string; readonly inner: readonly string[] } {
  if (!text.includes('</')) return { rest: text, inner: [] }
  const tags = [...text.matchAll(new RegExp(`<(/?)(${names.join('|')})>`, 'gi'))]
  const closes = Map.groupBy(
    tags.filter((tag) => tag[1] === '/'),
    (tag) => (tag[2] ?? '').toLowerCase(),
  )
  const next = new Map<string, number>()
  const rest: string[] = []
  const inner: string[] = []
  let at = 0
  for (const tag of tags) {
    const name = (tag[2] ?? '').toLowerCase()
    if (tag[1] === '/' || tag.index < at) continue
    const ends = closes.get(name) ?? []
    let index = next.get(name) ?? 0
    while (index < ends.length && (ends[index]?.index ?? 0) < tag.index) index++
    next.set(name, index)
    const end = ends[index]
    if (!end) continue
    rest.push(text.slice(at, tag.index))
    inner.push(text.slice(tag.index + tag[0].length, end.index))
    at = end.index + end[0].length
  }
  rest.push(text.slice(at))
  return { rest: rest.join(''), inner }
}
