import { isPassedTest } from '../read/call/signs.ts'
import { clip } from '../text/clip.ts'
import { clipSpeech, isProse } from '../text/sentences.ts'

/** What a line is worth: one that tells how it went, each fact that was spoken of later, and how an output begins and ends. */
const TELLING = 3
const CITED = 2
const MOST_CITED = 3
const FIRST = 0.5
const LAST = 1
/** Sentences in an output are what somebody wrote: notes, a report, the words of another agent. */
const PROSE = 1
/** Longer lines are cut, sentences later. */
const LINE = 240
const PROSE_LINE = 700
/** In less room lines stand behind each other. */
const ONE_LINE = 240
const FAILED = 'FAILED: '

/**
 * An output in at most `max` characters: the lines that tell how it went (`telling`) and those with facts the talk came back
 * to, in their order; its head and end only where room is left.
 */
export function cutOutput(output: string, telling: string, max: number, cited: (line: string) => number): string {
  const failed = telling.startsWith(FAILED) ? FAILED : ''
  const tells = linesOf(telling.slice(failed.length))
  const all = linesOf(output.startsWith(failed) ? output.slice(failed.length) : output)
  const starts = new Set(tells.map(startOf))
  const own = new Set(all.map(startOf))
  const lines = [...tells.filter((line) => !own.has(startOf(line))), ...all]
  const value = lines.map(
    (line, at) =>
      (starts.has(startOf(line)) ? TELLING : 0) +
      CITED * Math.min(MOST_CITED, cited(line)) +
      (isProse(line) && !isPassedTest(line) ? PROSE : 0) +
      (at === 0 ? FIRST : at === lines.length - 1 ? LAST : 0),
  )
  const order = [...lines.keys()]
    .filter((at) => (value[at] ?? 0) > 0)
    .sort((one, other) => (value[other] ?? 0) - (value[one] ?? 0) || one - other)
  const chosen = new Set<number>()
  let left = max - failed.length
  for (const at of order) {
    const size = cutLine(lines[at] ?? '').length + 3
    if (size > left && chosen.size > 0) continue
    chosen.add(at)
    left -= size
  }
  const shown = [...chosen].sort((one, other) => one - other)
  const [between, gap] = max < ONE_LINE ? [' ⏎ ', '… '] : ['\n', '…\n']
  const text = shown.map((at, nth) => {
    const isNext = nth === 0 || shown[nth - 1] === at - 1
    const line = cutLine(lines[at] ?? '')
    return `${isNext ? '' : gap}${max < ONE_LINE ? line.trim() : line}`
  })
  return clip(failed + text.join(between), max)
}

function cutLine(line: string): string {
  if (!isProse(line)) return clip(line, LINE)
  return line.length <= PROSE_LINE ? line : clipSpeech(line, PROSE_LINE, 'outcome')
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line !== '')
}

/** Telling lines may have lost their end. */
function startOf(line: string): string {
  return line.trim().slice(0, 200)
}
