/** Words and pairs of words that follow each other, numbers as `#`; of scripts without spaces up to three characters in a row. */
export const gramsOf = (text: string): ReadonlySet<string> => {
  const made = new Set<string>()
  const plain = text.toLowerCase().replaceAll('’', "'")
  for (const [run] of plain.matchAll(UNSPACED))
    for (let at = 0; at < run.length; at++)
      for (let size = 1; size <= LONGEST && at + size <= run.length; size++) made.add(run.slice(at, at + size))
  let before = ''
  for (const [word] of plain.replace(UNSPACED, '.').matchAll(WORD)) {
    const gram = /^\d/.test(word) ? '#' : /^[\p{L}']/u.test(word) ? word : ''
    if (gram !== '') made.add(gram)
    if (gram !== '' && before !== '') made.add(`${before} ${gram}`)
    before = gram
  }
  return made
}

const LONGEST = 3
const UNSPACED = /[\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Han}ー]+/gu
const WORD = /[\p{L}']+|\d[\d.,:]*|[.,!?;:…()"“”—–-]/gu

/** How much the words of a text weigh together, by a table of `weight: words`. */
export function wordScorer(table: Readonly<Record<string, string>>): (text: string) => number {
  let weights: Map<string, number> | undefined
  return (text) => {
    weights ??= new Map(
      Object.entries(table).flatMap(([weight, words]) =>
        words.split('|').map((word) => [word, Number(weight)] as const),
      ),
    )
    let sum = 0
    for (const gram of gramsOf(text)) sum += weights.get(gram) ?? 0
    return sum
  }
}
