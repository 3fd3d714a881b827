import { LANGUAGES } from '../language/index.ts'

const calendars = LANGUAGES.flatMap(({ calendar }) => calendar ?? [])
const MONTHS = [...new Set(calendars.flatMap(({ months = [] }) => months))].join('|')
const WEEKDAYS = calendars.flatMap(({ weekdays = [] }) => weekdays)
/** Letters stand at both ends of a name; Han characters need no such gap. */
const spaced = WEEKDAYS.filter((name) => /^[a-zà-ÿ]/.test(name)).join('|')
const DAY = new RegExp(
  [
    String.raw`\d{4}-\d{1,2}-\d{1,2}`,
    ...calendars.flatMap(({ days = [] }) => days),
    String.raw`(?<!\p{L})(?:${MONTHS})\.? \d{1,2}(?!\d)(?:st|nd|rd|th)?`,
    String.raw`(?<!\d)\d{1,2}(?:\.|st|nd|rd|th)? (?:of |de )?(?:${MONTHS})(?!\p{L})`,
    String.raw`(?<![\d/])\d{1,2}/\d{1,2}(?:/\d{2,4})?(?![\d/])`,
    String.raw`(?<!\p{L})(?:${spaced})s?(?!\p{L})`,
    ...WEEKDAYS.filter((name) => !/^[a-zà-ÿ]/.test(name)),
  ].join('|'),
  'giu',
)

/** The days a statement names, as it writes them, each once. */
export function daysNamed(text: string): string[] {
  return [...new Set((text.match(DAY) ?? []).map((day) => day.toLowerCase().replace(/(?<=\d)(?:st|nd|rd|th)/, '')))]
}

/** The text with something else in their place. */
export function withoutDays(text: string, instead = ' '): string {
  return text.replace(DAY, instead)
}
