import type { Decoded } from '../model/codec.ts'
import { DaypackError, isDaypackError } from '../model/errors.ts'
import { reasonOf } from '../warn.ts'

/** What a codec reads; where it can't, the likely reason. */
export function decoding<Req>(codec: { name: string; decode(request: Req): Decoded }, request: Req): Decoded {
  try {
    return codec.decode(request)
  } catch (error) {
    if (isDaypackError(error)) throw error
    throw new DaypackError(
      'unsupported',
      `The codec ${codec?.name} can't read this request (${reasonOf(error)}); is it the codec of your provider?`,
      { cause: error },
    )
  }
}
