import type { Seq } from './edit.ts'
import type { Size, Tokens } from './json.ts'

/** What the provider billed for one request. Window use is input + cacheRead + cacheWrite. */
export type Billed = {
  /** Input tokens neither read from nor written to the cache. */
  readonly input: Tokens
  readonly cacheRead: Tokens
  readonly cacheWrite: Tokens
  readonly output: Tokens
  readonly model?: string
  /** The model the request named, where the reply names another: an alias, or a cloud's own name for it. */
  readonly asked?: string
}

/** A bill together with what it was for, so that later estimates can be anchored on it. */
export type Usage = Billed & {
  readonly head: Seq
  readonly counted: Size
}
