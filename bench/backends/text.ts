// Notes as long as wanted whose words are as common and as rare as in real ones (Zipf), alike in every run.
const SYLLABLES = 'ka lo mi ran te sor vin dal pe gu hes tor ba li nor fe zu rik am ost'.split(' ')
const WORDS = 60_000

export function noteText(file: number, units: number): string {
  const random = generator(file + 1)
  const parts = Array.from({ length: units }, (_, at) => {
    const words = Array.from({ length: 45 }, () => word(zipf(random())))
    return `## ${word(zipf(random()))} ${file}-${at}\n\n${words.join(' ')}.\n`
  })
  return parts.join('\n')
}

/** Two to five words; some rare, some common. */
export function questions(count: number): string[] {
  const random = generator(7)
  return Array.from({ length: count }, () =>
    Array.from({ length: 2 + Math.floor(random() * 4) }, () => word(zipf(random()))).join(' '),
  )
}

/** Rank by Zipf's law over the vocabulary. */
function zipf(share: number): number {
  return Math.min(WORDS - 1, Math.floor(WORDS ** share) - 1)
}

function word(rank: number): string {
  let text = ''
  for (let rest = rank + 20; rest > 0; rest = Math.floor(rest / 20)) text += SYLLABLES[rest % 20]
  return text
}

function generator(seed: number): () => number {
  let state = seed * 2_654_435_761
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}
