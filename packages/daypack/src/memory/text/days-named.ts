import { fromLanguages } from '../language/index.ts'

const DAY = fromLanguages((all) => {
  const calendars = all.flatMap(({ calendar }) => calendar ?? [])
  const months = [...new Set(calendars.flatMap((calendar) => calendar.months ?? []))].join('|')
  const weekdays = calendars.flatMap((calendar) => calendar.weekdays ?? [])
  /** Letters stand at both ends of a name; Han characters need no such gap. */
  const spaced = weekdays.filter((name) => /^[a-zà-ÿ]/.test(name)).join('|')
  const forms = [
    String.raw`\d{4}-\d{1,2}-\d{1,2}`,
    ...calendars.flatMap(({ days }) => days ?? []),
    String.raw`(?<!\p{L})(?:${months})\.? \d{1,2}(?!\d)(?:st|nd|rd|th)?`,
    String.raw`(?<!\d)\d{1,2}(?:\.|st|nd|rd|th)? (?:of |de )?(?:${months})(?!\p{L})`,
    String.raw`(?<![\d/])\d{1,2}/\d{1,2}(?:/\d{2,4})?(?![\d/])`,
    String.raw`(?<!\p{L})(?:${spaced})s?(?!\p{L})`,
    ...weekdays.filter((name) => !/^[a-zà-ÿ]/.test(name)),
  ]
  return new RegExp(forms.join('|'), 'giu')
})

/** A text without the days it names. */
export function withoutDays(text: string): string {
  return text.replace(DAY(), ' ')
}
