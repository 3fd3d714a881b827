/**
 * Pages that answer a search, best first. Runs in the browser as it stands (its text is put into the site's script), so it
 * uses nothing from outside.
 * @template {{ title: string, headings: { id: string, text: string }[], terms: string[], text: string }} P
 * @param {readonly P[]} pages
 * @param {string} query
 * @returns {{ page: P, heading?: P['headings'][number], at: number }[]}
 */
export function findPages(pages, query) {
  /** What people call it → what the pages call it. */
  const synonyms = {
    gdpr: ['privacy', 'erasure'],
    multiuser: ['many', 'users'],
    'multi-user': ['many', 'users'],
    tenant: ['many', 'users'],
    multitenant: ['many', 'users'],
    docker: ['container'],
    kubernetes: ['container'],
    streaming: ['stream'],
    encryption: ['encrypt'],
    choose: ['choosing'],
    pick: ['choosing'],
    delete: ['forget'],
    price: ['cost'],
    llama: ['ollama'],
    error: ['troubleshooting'],
  }
  const few = new Set(['a', 'an', 'the', 'to', 'of', 'in', 'on', 'for', 'with', 'how', 'do', 'i', 'is', 'my'])
  const fold = (/** @type {string} */ text) => text.toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '')
  // The same word in another form: plural, -ing, -ed.
  const stem = (/** @type {string} */ word) =>
    word.length > 4 ? word.replace(/(?:ings?|ies|ed|es|s|e|y)$/, '') || word : word
  const words = fold(query)
    .split(/[^\p{L}\p{N}_.-]+/u)
    .filter((word) => word !== '' && !few.has(word))
  const asked = words.map((word) => {
    const known = Object.entries(synonyms).find(([name]) => stem(name) === stem(word))
    return [word, ...(known?.[1] ?? [])].map(stem)
  })
  // A heading that many pages share says nothing about one of them.
  /** @type {Map<string, number>} */
  const shared = new Map()
  for (const { text } of pages.flatMap(({ headings }) => headings)) shared.set(text, (shared.get(text) ?? 0) + 1)
  const found = pages.map((page) => {
    const [title, text] = [fold(page.title), fold(page.text)]
    const headings = page.headings
      .filter((heading) => (shared.get(heading.text) ?? 0) < 5)
      .map((heading) => ({ heading, text: fold(heading.text) }))
    let [score, missing] = [0, 0]
    /** @type {P['headings'][number] | undefined} */
    let heading
    for (const [nth, forms] of asked.entries()) {
      let best = 0
      for (const [form, word] of forms.entries()) {
        const times = text.split(word).length - 1
        const inHeading = headings.find((each) => each.text.includes(word))
        const own =
          (title.includes(word) ? 30 : 0) +
          (page.terms.includes(words[nth] ?? '') ? 30 : 0) +
          (inHeading ? 12 : 0) +
          Math.min(10, times)
        // Another word for it counts a little less.
        if (own * (form === 0 ? 1 : 0.8) > best) {
          best = own * (form === 0 ? 1 : 0.8)
          heading ??= inHeading?.heading
        }
      }
      if (best === 0) missing++
      score += best
    }
    const at = asked.flat().reduce((first, word) => (first >= 0 ? first : text.indexOf(word)), -1)
    return { page, ...(heading && { heading }), at, score: missing === asked.length ? 0 : score / (1 + 3 * missing) }
  })
  return found
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, 12)
}
