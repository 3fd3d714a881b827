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

/** How much each word tells, written as a line for each weight: `0.4: now|moved`. */
export function toldBy(table: string): (text: string) => number {
  let words: Map<string, number> | undefined
  return (text) => {
    words ??= wordsIn(table)
    let sum = 0
    for (const gram of gramsOf(text)) sum += words.get(gram) ?? 0
    return sum
  }
}

function wordsIn(table: string): Map<string, number> {
  return new Map(
    table.split('\n').flatMap((line) => {
      const at = line.indexOf(': ')
      const weight = Number(line.slice(0, at))
      return at < 0
        ? []
        : line
            .slice(at + 2)
            .split('|')
            .map((word): [string, number] => [word, weight])
    }),
  )
}
