import table from './words.json' with { type: 'json' }

const WORDS: ReadonlyMap<string, number> = new Map(
  Object.entries(table.numbers).map(([word, value]) => [word.replace(/_\p{L}+$/u, ''), value]),
)
const CJK_DIGITS = '零一二三四五六七八九'
const CJK_UNITS: Readonly<Record<string, number>> = { 十: 10, 百: 100, 千: 1000, 万: 10_000, 萬: 10_000, 亿: 1e8 }
const CJK_NUMBER = /[零一二两三四五六七八九十百千万萬亿]+/gu
const FIGURE =
  /\d+(?:[.,'’\u{a0}\u{202f} ]\d{3})*(?:[.,]\d+)?(?::\d\d)?(?:\s?(?:[kK](?!\p{L})|[mM](?:illion(?:en|es|s)?|io)?(?!\p{L})|万|萬|千|百|亿|lakh|grand))?/gu
/** An hour of the day, where a text says so. */
const CLOCK = /(\d{1,2})(?:(?::|h|\s?h\s?|\.)(\d\d))?\s?(a\.?m|p\.?m|uhr|点|點|時|时|o'clock|h(?!\p{L}))?/giu
const LATE =
  /p\.?m|abends|nachmittags|de la (?:tarde|noche)|du soir|de l'après-midi|下午|晚上|午後|夜|вечера|à tarde|da tarde|da noite/iu

/** Times of the day are kept apart from other numbers. */
const TIME = 1e9

/** What the figures and number words of a text may mean. `9` may be 9 and 21 o'clock, `9 pm` is 21 alone. */
export function numbersIn(text: string): Set<number> {
  const found = new Set<number>()
  const plain = text.normalize('NFKC').toLowerCase()
  for (const [figure] of plain.matchAll(FIGURE)) for (const value of valuesOf(figure)) found.add(value)
  for (const [run] of plain.matchAll(CJK_NUMBER)) {
    found.add(cjkValue(run))
    if (plain.charAt(plain.indexOf(run) + run.length) === '成') found.add(cjkValue(run) * 10)
    for (const char of run) if (CJK_DIGITS.includes(char)) found.add(CJK_DIGITS.indexOf(char))
    const trailing = /([千百万])([一二三四五六七八九])$/u.exec(run)
    if (trailing)
      found.add(cjkValue(run) + CJK_DIGITS.indexOf(trailing[2] ?? '') * ((CJK_UNITS[trailing[1] ?? ''] ?? 10) / 10 - 1))
  }
  const words = wordValues(plain)
  for (const value of words) found.add(value)
  if (/half a million|halbe million|medio millón|полмиллиона/u.test(plain)) found.add(500_000)
  if (/tenner/.test(plain)) found.add(10)
  for (const [, count, scale] of plain.matchAll(
    /(?<![\p{L}\d])(\p{L}+|\d+) (grand|lakh|mil|tausend|thousand|million)(?!\p{L})/gu,
  )) {
    const value = WORDS.get(count ?? '') ?? Number(count)
    if (!Number.isNaN(value)) found.add(value * (scale === 'lakh' ? 100_000 : scale === 'million' ? 1e6 : 1000))
  }
  for (const time of timesIn(plain, words)) found.add(time)
  return found
}

function timesIn(plain: string, words: readonly number[]): number[] {
  const found: number[] = []
  const isLate = LATE.test(plain.replace(/\d\s?p\.?m/g, ''))
  const put = (hour: number, minute: number, mark: string): void => {
    if (hour > 24 || minute > 59) return
    if (mark.startsWith('p')) found.push(TIME + ((hour % 12) + 12) * 100 + minute)
    else if (mark.startsWith('a')) found.push(TIME + (hour % 12) * 100 + minute)
    else found.push(TIME + hour * 100 + minute, ...(hour <= 12 ? [TIME + ((hour % 12) + 12) * 100 + minute] : []))
    if (isLate && hour < 12) found.push(TIME + (hour + 12) * 100 + minute)
  }
  for (const [, hour, minute, mark = ''] of plain.matchAll(CLOCK)) put(Number(hour), Number(minute ?? 0), mark)
  const hours = words.filter((value) => value >= 0 && value <= 24)
  for (const [, hour = '', minute = ''] of plain.matchAll(
    /([一二两三四五六七八九十]+|\d+)[点點時时](半|一刻|[一二三四五六七八九十]*)/gu,
  )) {
    const at = /\d/.test(hour) ? Number(hour) : cjkValue(hour)
    put(at, minute === '半' ? 30 : minute === '一刻' ? 15 : minute === '' ? 0 : cjkValue(minute), '')
  }
  const figures = [...plain.matchAll(/(?<![\d:.])\d{1,2}(?![\d:.])/g)].map(Number)
  const isHalf = /halb|media|demie?|half|mezza|meia|半|пол/u.test(plain)
  const isQuarter = /quarter|viertel|cuarto|quart|一刻|quarto/u.test(plain)
  for (const hour of [...hours, ...figures.filter((each) => each <= 12 && (isHalf || isQuarter))]) {
    put(hour, 0, '')
    if (isHalf) {
      put(hour, 30, '')
      if (/halb|пол/u.test(plain)) put((hour + 23) % 24, 30, '')
    }
    if (isQuarter) {
      if (TO_QUARTER.test(plain)) put((hour + 23) % 24, 45, '')
      else put(hour, 15, '')
    }
    for (const minute of words)
      if (minute > 0 && minute < 60) {
        if (/ (?:to|vor|menos|moins|meno) /.test(plain)) put((hour + 23) % 24, 60 - minute, '')
        else put(hour, minute, '')
      }
  }
  return found
}

const TO_QUARTER = /quarter to|viertel vor|menos cuarto|moins (?:le )?quart|meno un quarto/

/** Figures a line states, each with the values it may be borne out by; a bare `one` or `a second` states none. */
export function figuresOf(line: string): { readonly shown: string; readonly any: readonly number[] }[] {
  const plain = line.normalize('NFKC').toLowerCase()
  const clock: { shown: string; any: number[] }[] = []
  const rest = plain.replace(
    /(\d{1,2})(?:(?::|\s?h\s?)(\d\d)|(?=\s?(?:a\.?m|p\.?m)(?!\p{L})))\s?(a\.?m|p\.?m)?(?!\p{L})/giu,
    (shown, hour, minute, mark = '') => {
      const at = Number(hour)
      const base = mark.startsWith('p') ? (at % 12) + 12 : mark.startsWith('a') ? at % 12 : at
      clock.push({ shown, any: [TIME + base * 100 + Number(minute ?? 0)] })
      return ' '
    },
  )
  const figures = [...rest.matchAll(FIGURE)].map(([shown]) => ({ shown, any: valuesOf(shown) }))
  const words = (rest.match(/\p{L}+/gu) ?? []).flatMap((word) => {
    const value = WORDS.get(word)
    return value === undefined || value < 3 || AMBIGUOUS.has(word) ? [] : [{ shown: word, any: [value] }]
  })
  const han = [...rest.matchAll(CJK_NUMBER)].flatMap(([run]) =>
    cjkValue(run) < 3 ? [] : [{ shown: run, any: [cjkValue(run)] }],
  )
  return [...clock, ...figures, ...words, ...han]
}

const AMBIGUOUS = new Set(
  'second third quarter half media cuarto quart demi mai due sei elf once mil cent acht dozen paar weekday fortnight noon midday midnight mittag mitternacht meio meia mille null'.split(
    ' ',
  ),
)

const SCALES: readonly (readonly [RegExp, number])[] = [
  [/(?:k|千|grand)$/i, 1000],
  [/百(?!.)/, 100],
  [/[万萬]$/, 10_000],
  [/亿(?!.)/, 1e8],
  [/lakh(?!.)/, 100_000],
  [/m/i, 1e6],
]

/** `1,500` and `1.500`, `2.5`, `50k`. */
function valuesOf(figure: string): number[] {
  const scale = SCALES.find(([pattern]) => pattern.test(figure))?.[1] ?? 1
  const digits = figure.replace(/[^\d]+$/u, '').replace(/\s?(?:k|m|lakh|grand).*$/i, '')
  if (/^\d{1,2}:\d\d$/.test(digits)) {
    const [hour = 0, minute = 0] = digits.split(':').map(Number)
    return [TIME + hour * 100 + minute]
  }
  const grouped = digits.replace(/[.,'’\u{a0}\u{202f} ](?=\d{3}(?!\d))/gu, '')
  const values = new Set([Number(grouped.replace(',', '.')) * scale])
  if (/^\d+[.,](?:\d\d?|\d{4,})$/.test(digits)) values.add(Number(digits.replace(',', '.')) * scale)
  if (scale > 1) values.add(Number(grouped.replace(',', '.')))
  return [...values].filter((value) => !Number.isNaN(value))
}

/** `two hundred fifty`, `zweiundzwanzig`. */
function wordValues(text: string): number[] {
  const found: number[] = []
  let sum: number | undefined
  for (const word of text.match(/[\p{L}']+/gu) ?? []) {
    const value =
      WORDS.get(word) ?? WORDS.get(word.replace(/s$/, '')) ?? WORDS.get(word.replace(/'.*$/, 'a')) ?? german(word)
    if (value === undefined) {
      if (!['and', 'y', 'et', 'und', 'e'].includes(word)) sum = undefined
      continue
    }
    found.push(value)
    sum = sum === undefined ? value : value >= 100 && value > sum ? sum * value : sum + value
    found.push(sum)
  }
  return found
}

function german(word: string): number | undefined {
  const [, one = '', ten = ''] = /^(\p{L}+)und(\p{L}+zig|dreißig)$/u.exec(word) ?? []
  const tens = WORDS.get(ten)
  return tens === undefined ? undefined : tens + (one === 'ein' ? 1 : (WORDS.get(one) ?? 0))
}

function cjkValue(run: string): number {
  const digit = (char: string): number => (char === '两' ? 2 : CJK_DIGITS.indexOf(char))
  if (!Array.from(run).some((char) => char in CJK_UNITS)) return Number(Array.from(run).map(digit).join(''))
  let total = 0
  let part = 0
  for (const char of run) {
    const unit = CJK_UNITS[char]
    if (unit === undefined) part = digit(char)
    else if (unit >= 10_000) [total, part] = [(total + part) * unit, 0]
    else [total, part] = [total + (part || 1) * unit, 0]
  }
  return total + part
}

/** Whether a figure of a line is among the numbers of what bears it out. */
export function isBorneBy(any: readonly number[], numbers: ReadonlySet<number>): boolean {
  return any.some((value) => numbers.has(value))
}
