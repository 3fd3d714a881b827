import { valuesOf } from './sorts.ts'

/** Whether a text names a day, a time, an amount or a code. */
export function hasValue(text: string): boolean {
  const { days, time, code, amount } = valuesOf(text)
  return days.length + time.length + code.length + amount.length > 0
}
