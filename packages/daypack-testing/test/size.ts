import { appendFileSync } from 'node:fs'

/** How much of something a test tries: for every change, and in the long run of `npm run nightly`, or a share of that. */
export function size(each: number, nightly: number): number {
  if (!isNight()) return each
  const share = Number(process.env['DAYPACK_SHARE'] ?? '1')
  if (share >= 1) return nightly
  return Number.isFinite(nightly) ? Math.round(each + (nightly - each) * share) : each
}

/** Whether this is the long run; what has no small form is tried only then. */
export function isNight(): boolean {
  return process.env['DAYPACK_NIGHTLY'] !== undefined
}

/** How much a test tried: a row of `npm run nightly` that says a number is compared with it. */
export function tell(count: number, word: string): void {
  const file = process.env['DAYPACK_TRIED']
  if (file !== undefined) appendFileSync(file, `${JSON.stringify({ count, word })}\n`)
}
