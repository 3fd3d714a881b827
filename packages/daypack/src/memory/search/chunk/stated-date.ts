import { absoluteDates } from '../text/dates.ts'

const LABEL =
  /^(?:session\s*\d*\s*)?(?:date(?:\s*(?:and|&)\s*time)?|time|day|when|created|日期|时间|会话时间)\s*[:：]?\s*/i
const AROUND =
  /[\s,.()[\]*_>#:：-]|(?:mon|tues|wednes|thurs|fri|satur|sun)(?:day)?|at|on|the|\d{1,2}:\d\d(?::\d\d)?|[ap]\.?m\.?|utc|gmt|周[一二三四五六日]|星期[一二三四五六日天]|[上下]午|早上|晚上/gi

/** A line that says when what follows took place and hardly anything else, such as `Date: 1:56 pm on 8 May, 2023`. */
export function statedDate(line: string): string | undefined {
  if (line.length > 100) return undefined
  const bare = line.replace(/^[\s>*_#-]+/, '').replace(/[*_]+/g, '')
  const rest = bare.replace(LABEL, '')
  const [date] = absoluteDates(rest)
  if (date === undefined || date.yearly === true || date.from !== date.to) return undefined
  const without = absoluteRest(rest)
  return without.length <= 3 || (rest.length < bare.length && without.length <= 12) ? bare.trim() : undefined
}

/** What is left of a line without digits, months and other words of a date. */
function absoluteRest(text: string): string {
  return text
    .replace(/\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\b/gi, '')
    .replace(AROUND, '')
    .replace(/\d+(?:st|nd|rd|th)?|[年月日号点分/]/gi, '')
}
