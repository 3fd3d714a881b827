import { inTongue } from '../text/tongue.ts'

/** Means something only on the day it is said: `our stand-up is now at 9:30`, `the demo is next Tuesday`. */
export function isOfItsDay(text: string): boolean {
  return NOW(text).test(text)
}

const NOW = inTongue(({ kept }) => kept?.now)
