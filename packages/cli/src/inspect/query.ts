import { DaypackError } from 'daypack'

export function requiredText(text: string | undefined): string {
  if (text === undefined || text.trim() === '') throw new DaypackError('bad-config', 'The search is empty.')
  return text
}

export function wholeNumber(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value) || value < 0) throw new DaypackError('bad-config', `"${text}" is no number.`)
  return value
}
