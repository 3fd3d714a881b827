import type { Codec, Decoded, Rendered } from '../model/codec.ts'
import type { Seq } from '../model/edit.ts'
import { guard, heal, rulesOf, type Healing, type Violation, type WireName } from '../wire/index.ts'
import { render, type ReadText } from '../view/render.ts'
import type { View } from '../view/view.ts'

export type Outgoing<Req> = {
  readonly request: Req
  /** Broken parts of the caller's history that were mended on the way. */
  readonly healed: readonly Healing[]
  /** Rules the request would have broken; `by: 'us'` means the caller's own went out instead. */
  readonly violations: readonly Violation[]
  readonly by?: 'us' | 'caller'
}

/** The view as a wire request: rendered, mended where the caller's history was broken, and checked before it leaves. */
export async function outgoing<Req>(
  codec: Codec<Req, never>,
  like: Req,
  view: View,
  options: { decoded: Decoded; sources: ReadonlyMap<Seq, number>; read: ReadText },
): Promise<Outgoing<Req>> {
  const rendered = await renderView(view, options)
  const { messages, healed } = heal(rendered.messages)
  const request = codec.encode({ ...rendered, messages }, like)
  const wire = wireOf(codec.name)
  if (!wire) return { request, healed, violations: [] }
  const guarded = guard(wire, like, request)
  // What was broken before we touched it is not mended by sending more of it.
  return guarded.by === 'caller' ? { ...guarded, request, healed } : { ...guarded, healed }
}

export function renderView(
  view: View,
  { decoded, sources, read }: { decoded: Decoded; sources: ReadonlyMap<Seq, number>; read: ReadText },
): Promise<Rendered> {
  return render(view, {
    read,
    source: (seq) => {
      const index = sources.get(seq)
      const message = index === undefined ? undefined : decoded.messages[index]
      return message && index !== undefined ? { index, message } : undefined
    },
  })
}

const WIRES: readonly WireName[] = ['anthropic', 'openai-chat', 'openai-responses', 'gemini']

/** Codecs of frameworks have no wire of their own: what they send is checked by nobody but the provider. */
function wireOf(codec: string): WireName | undefined {
  const wire = WIRES.find((name) => name === codec)
  return wire && rulesOf(wire).length > 0 ? wire : undefined
}
