const MONTHS =
  'jan(?:uary|uar)?|feb(?:ruary|ruar)?|mar(?:ch)?|märz|apr(?:il)?|may|mai|june?|juni|july?|juli|aug(?:ust)?|sept?(?:ember)?|o[ck]t(?:ober)?|nov(?:ember)?|de[cz](?:ember)?|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre|janvier|février|mars|avril|juin|juillet|août|septembre|octobre|novembre|décembre'
const DAY = new RegExp(
  [
    String.raw`\d{4}-\d{1,2}-\d{1,2}`,
    String.raw`(?:\d{4}年)?\d{1,2}月\d{1,2}[日号]`,
    String.raw`(?<!\p{L})(?:${MONTHS})\.? \d{1,2}(?!\d)(?:st|nd|rd|th)?`,
    String.raw`(?<!\d)\d{1,2}(?:\.|st|nd|rd|th)? (?:of |de )?(?:${MONTHS})(?!\p{L})`,
    String.raw`(?<![\d.])\d{1,2}\.\d{1,2}\.(?:\d{2,4})?(?![\d.])`,
    String.raw`(?<![\d/])\d{1,2}/\d{1,2}(?:/\d{2,4})?(?![\d/])`,
    String.raw`(?<!\p{L})(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|lunes|martes|miércoles|jueves|viernes|sábado|domingo|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)(?!\p{L})`,
    '(?:星期|周|礼拜)[一二三四五六日天]|[月火水木金土日]曜日?',
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
