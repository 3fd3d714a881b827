import table from './numbers.json' with { type: 'json' }

const WORDS: ReadonlyMap<string, number> = new Map(
  Object.entries(table.numbers).flatMap(([value, words]) => words.split(' ').map((word) => [word, Number(value)])),
)
/** Number words that mean something else as well: a line with one of them states no number. */
const ALSO_OTHER = new Set(table.alsoOther.split(' '))
const DIGITS = '零一二三四五六七八九'
const UNITS: Readonly<Record<string, number>> = { 十: 10, 百: 100, 千: 1000, 万: 10_000, 萬: 10_000, 亿: 1e8 }
const HAN = /[零一二两三四五六七八九十百千万萬亿]+/gu
const FIGURE =
  /\d+(?:[.,'’\u{a0}\u{202f} ]\d{3}(?!\d))*(?:[.,]\d+)?(?:\s?(?:(?:k|m|mio|million\p{L}*|mil|tausend|thousand|grand|lakh)(?!\p{L})|[万萬千百亿]))?/giu
const SCALES: readonly (readonly [RegExp, number])[] = [
  [/(?:k|mil|tausend|thousand|grand|千)$/, 1000],
  [/百$/, 100],
  [/[万萬]$/, 10_000],
  [/亿$/, 1e8],
  [/lakh$/, 100_000],
  [/(?:m|mio|million\p{L}*)$/u, 1e6],
]
const CLOCK = /(\d{1,2})(?:(?::|\s?h\s?)(\d\d)(?:\s?([ap])\.?m(?!\p{L}))?|\s?([ap])\.?m(?!\p{L}))/giu

/** `Half six`, `halb sechs`, `ten to six`, `六点半`. */
const SPOKEN =
  /(?<!\p{L})(?:(half|halb)(?: past)?|(quarter|five|ten|twenty|viertel|fünf|zehn|zwanzig)(?: minutes)? (past|to|nach|vor)) (\p{L}+|\d{1,2})(?![\p{L}\d:])|([一二两三四五六七八九十]+)[点點時时]半/gu

/** A time that was said whole stands among the numbers as less than none, in either half of the day. */
function clockKey(minutes: number): number {
  return -1 - ((minutes + 720) % 720)
}

/** A number of a line, and whether it is among those of what bears it out. */
export type Figure = { readonly shown: string; isAmong(numbers: ReadonlySet<number>): boolean }

/** Everything the figures and number words of a text may mean. */
export function numbersIn(text: string): Set<number> {
  const times: number[] = []
  const plain = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(SPOKEN, (whole, half, minutes, side, hour, hanHour) => {
      const [at] = hanHour === undefined ? wordValues(hour) : [hanValue(hanHour)]
      const [more = 30] = minutes === undefined ? [] : wordValues(minutes)
      if (at === undefined || at > 24 || more > 59) return whole
      const isBefore = half === 'halb' || (half === undefined && (side === 'to' || side === 'vor'))
      times.push(clockKey(60 * at + (isBefore ? -more : more)))
      return ' '
    })
  const han = [...plain.matchAll(HAN)].flatMap(([run]) => [hanValue(run), ...Array.from(run, hanValue)])
  if (plain.includes('一刻')) han.push(15)
  const figures = [...plain.matchAll(FIGURE)].flatMap(([figure]) => [
    ...valuesOf(figure),
    ...(figure.match(/\d+/g) ?? []).map(Number),
  ])
  return new Set([...han, ...figures, ...wordValues(plain), ...times])
}

/** The numbers a line states; a bare `one` or `two` states none. */
export function figuresOf(line: string): Figure[] {
  const clock: Figure[] = []
  const rest = line
    .normalize('NFKC')
    .toLowerCase()
    .replace(CLOCK, (shown, hour, minute = '0', mark, bare) => {
      const late = (mark ?? bare) === 'p' ? 12 : 0
      clock.push(
        timeOf(shown, (Number(hour) % 12) + (mark || bare ? late : Number(hour) < 12 ? 0 : 12), Number(minute)),
      )
      return ' '
    })
  const among = (shown: string, any: readonly number[]): Figure => ({
    shown,
    isAmong: (numbers) => any.some((value) => numbers.has(value)),
  })
  const words = (rest.match(/\p{L}+/gu) ?? []).filter((word) => !ALSO_OTHER.has(word) && (WORDS.get(word) ?? 0) > 2)
  const han = [...rest.matchAll(HAN)].filter(([run]) => hanValue(run) > 2)
  return [
    ...clock,
    ...[...rest.matchAll(FIGURE)].map(([shown]) => among(shown, valuesOf(shown))),
    ...words.map((word) => among(word, [WORDS.get(word) ?? 0])),
    ...han.map(([run]) => among(run, [hanValue(run)])),
  ]
}

/** `10:15` is said by ten and fifteen, in either half of the day. */
function timeOf(shown: string, hour: number, minute: number): Figure {
  return {
    shown,
    isAmong(numbers) {
      const has = (at: number): boolean => [at % 24, (at + 12) % 24].some((each) => numbers.has(each || 12))
      if (numbers.has(clockKey(60 * hour + minute))) return true
      return has(hour) && (minute === 0 || numbers.has(minute))
    },
  }
}

/** `1,500` and `1.500`, `2.5`, `50k`. */
function valuesOf(figure: string): number[] {
  const scale = SCALES.find(([pattern]) => pattern.test(figure))?.[1] ?? 1
  const digits = figure.replace(/\D+$/u, '')
  const grouped = digits.replace(/[.,'’\u{a0}\u{202f} ](?=\d{3}(?!\d))/gu, '')
  const value = Number(grouped.replace(',', '.'))
  return Number.isNaN(value) ? [] : scale === 1 ? [value] : [value * scale, value]
}

/** `two hundred fifty`. */
function wordValues(text: string): number[] {
  const found: number[] = []
  let sum: number | undefined
  for (const word of text.match(/\p{L}+['’]?|\d+/gu) ?? []) {
    const value = /\d/.test(word)
      ? Number(word)
      : (WORDS.get(word) ?? WORDS.get(word.replace(/s$/, '')) ?? WORDS.get(word.replace(/['’]$/, 'a')))
    if (value === undefined) {
      if (!['and', 'y', 'et', 'und', 'e'].includes(word)) sum = undefined
      continue
    }
    sum = sum === undefined ? value : value >= 100 && value > sum ? sum * value : sum + value
    found.push(value, sum)
  }
  return found
}

/** `二十一`, `两千` and `2026` in characters. */
export function hanValue(run: string): number {
  const digit = (char: string): number => (char === '两' ? 2 : DIGITS.indexOf(char))
  if (!Array.from(run).some((char) => char in UNITS)) return Number(Array.from(run).map(digit).join(''))
  let [total, part] = [0, 0]
  for (const char of run) {
    const unit = UNITS[char]
    if (unit === undefined) part = digit(char)
    else if (unit >= 10_000) [total, part] = [(total + part) * unit, 0]
    else [total, part] = [total + (part || 1) * unit, 0]
  }
  return total + part
}
