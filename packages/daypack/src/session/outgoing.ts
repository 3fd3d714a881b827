import type { Codec } from '../model/codec.ts'
import { guard, type Healing, type Violation } from '../wire/index.ts'
import type { View } from '../view/view.ts'
import type { Healer } from './healer.ts'
import type { Renderer, Sources } from './renderer.ts'

export type Outgoing<Req> = {
  readonly request: Req
  /** Broken parts of the caller's history that were mended on the way. */
  readonly healed: readonly Healing[]
  /** Rules the request would have broken; `by: 'us'` means the caller's own went out instead. */
  readonly violations: readonly Violation[]
  readonly by?: 'us' | 'caller'
}

/** The half of a codec that makes requests. */
export type RequestCodec<Req> = Omit<Codec<Req>, 'reply'>

/** The view as a wire request: rendered, mended where the caller's history was broken, and checked before it leaves. */
export async function outgoing<Req>(
  codec: RequestCodec<Req>,
  like: Req,
  view: View,
  by: { renderer: Renderer; healer: Healer; sources: Sources },
): Promise<Outgoing<Req>> {
  const rendered = await by.renderer.render(view, by.sources)
  const { messages, healed } = by.healer.heal(rendered.messages)
  const request = codec.encode({ ...rendered, messages }, like)
  if (!codec.rules) return { request, healed, violations: [] }
  const guarded = guard(codec, like, request)
  // What was broken before we touched it is not mended by sending more of it.
  return guarded.by === 'caller' ? { ...guarded, request, healed } : { ...guarded, healed }
}
