import { DaypackError } from 'daypack'

/** Words of a person that must not be empty. */
export function asked(text: string | undefined): string {
  if (text === undefined || text.trim() === '') throw new DaypackError('bad-config', 'The search is empty.')
  return text
}

/** A whole number from an address. */
export function whole(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value) || value < 0) throw new DaypackError('bad-config', `"${text}" is no number.`)
  return value
}
