/** How much of something a test tries: for every change, and in the long run of `npm run nightly`. */
export function size(each: number, nightly: number): number {
  return isNight() ? nightly : each
}

/** Whether this is the long run; what has no small form is tried only then. */
export function isNight(): boolean {
  return process.env['DAYPACK_NIGHTLY'] !== undefined
}
