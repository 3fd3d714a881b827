import { anyLanguage } from '../language/index.ts'
import { capitalised, withoutCloser } from '../notes/edges.ts'

/**
 * A sentence of a talk as a line of a page: without what only opens and closes it (`btw`, `please`), with a capital. What is
 * between stays word for word, and the day's log keeps the whole.
 */
export function worded(text: string): string {
  const bare = withoutCloser(withoutOpener(withoutLeadIn(text)))
  return capitalised(bare.length < MIN_CHARS ? text : bare)
}

const MIN_CHARS = 4

/** `By the way, I live in Porto` says that I live in Porto. */
export function withoutOpener(text: string): string {
  let rest = text.trim()
  for (let tries = 0; tries < 4; tries++) {
    const next = rest.replace(OPENER(), '')
    if (next === rest || next === '') break
    rest = next
  }
  return rest
}

/** `Please remember that I like tea` says that I like tea; `Hallo, ich bin Jonas` is noted as `Ich bin Jonas`. */
export function withoutLeadIn(text: string): string {
  const said = text.replace(HELLO(), '')
  return said.replace(LEAD_IN(), '')
}

const OPENER = anyLanguage(({ kept }) => kept?.opener && `^(?:${kept.opener})`)
const HELLO = anyLanguage(({ hello }) => hello && `^(?:${hello})[,!.，。、！]\\s*(?=\\S)`)
const LEAD_IN = anyLanguage(({ kept }) => kept?.leadIn)

/** Means something only on the day it is said: `our stand-up is now at 9:30`, `the demo is next Tuesday`. */
export function isOfItsDay(text: string): boolean {
  return NOW().test(text)
}

const NOW = anyLanguage(({ kept }) => kept?.now)
