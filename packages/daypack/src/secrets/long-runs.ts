/** Characters that keys are made of: letters, digits and `_.~+/:=-`. */
const IN_KEY = new Uint8Array(128)
for (const char of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.~+/:=-')
  IN_KEY[char.charCodeAt(0)] = 1
const SHORTEST = 15

/**
 * The runs of characters long enough to be a key, one a line, with a function from a place in them to the text. Looks at
 * every fifteenth character, and around those that a run could go through.
 */
export function longRuns(text: string): { runs: string; longest: number; place: (offset: number) => number } {
  const starts: { at: number; from: number }[] = []
  const runs: string[] = []
  let at = 0
  let taken = 0
  for (let probe = SHORTEST - 1; probe < text.length;) {
    if (!inKey(text, probe)) {
      probe += SHORTEST
      continue
    }
    let from = probe
    while (from > taken && inKey(text, from - 1)) from--
    let to = probe + 1
    while (to < text.length && inKey(text, to)) to++
    if (to - from >= SHORTEST) {
      starts.push({ at, from })
      runs.push(text.slice(from, to))
      at += to - from + 1
    }
    taken = to
    probe = to + SHORTEST
  }
  return {
    runs: runs.join('\n'),
    longest: runs.reduce((longest, run) => Math.max(longest, run.length), 0),
    place: (offset) => {
      const start = starts.findLast((each) => each.at <= offset)
      return start === undefined ? offset : start.from + offset - start.at
    },
  }
}

function inKey(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return code < 128 && IN_KEY[code] === 1
}
