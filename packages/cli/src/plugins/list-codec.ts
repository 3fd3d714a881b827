import type { Codec, Decoded, Message, RenderedMessage } from 'daypack'
import { isReasoning } from 'daypack/internal'

export type Dialect<T> = {
  readonly name: string
  id(one: T): string
  decode(one: T): readonly Message[]
  rewrite(one: T, shown: readonly Message[]): T
  say(role: 'user' | 'assistant', text: string, near: T): T
}

export type ListRequest<T> = { readonly messages: readonly T[]; readonly model?: string }

/** A codec for a list of a host's own messages: untouched ones stay the same objects, folds become messages of the user. */
export function listCodec<T extends object>(dialect: Dialect<T>): Codec<ListRequest<T>, never> {
  const decodeOne = (one: T): Message[] =>
    dialect.decode(one).map((message) => ({ ...message, codec: dialect.name, wire: dialect.id(one) }))
  return {
    name: dialect.name,
    decode({ messages, model }): Decoded {
      const decoded = messages.flatMap(decodeOne)
      const reasons = decoded.some(({ blocks }) => blocks.some(isReasoning))
      return {
        messages: decoded,
        ...(model !== undefined && { model }),
        bindsReasoning: reasons,
        requiresReasoning: false,
      }
    },
    encode(rendered, like) {
      const owners = like.messages.flatMap((one) => decodeOne(one).map(() => one))
      const byId = new Map(like.messages.map((one) => [dialect.id(one), one]))
      const groups: { owner: T | undefined; shown: RenderedMessage[] }[] = []
      for (const message of rendered.messages) {
        const owner = message.source === undefined ? ownerOf(message, byId) : owners[message.source]
        const last = groups.at(-1)
        if (last && owner !== undefined && last.owner === owner) last.shown.push(message)
        else groups.push({ owner, shown: [message] })
      }
      const [near] = like.messages
      const messages = groups.flatMap(({ owner, shown }): T[] => {
        if (owner === undefined) return near ? shown.map((message) => foreign(message, near)) : []
        const isWhole = shown.every(({ source }) => source !== undefined) && shown.length === decodeOne(owner).length
        return [isWhole ? owner : dialect.rewrite(owner, shown)]
      })
      const isSame =
        messages.length === like.messages.length && messages.every((one, index) => one === like.messages[index])
      return isSame ? like : { ...like, messages }
    },
    reply: () => ({ messages: [] }),
  }

  function ownerOf({ codec, wire }: Message, byId: ReadonlyMap<string, T>): T | undefined {
    return codec === dialect.name && typeof wire === 'string' ? byId.get(wire) : undefined
  }

  function foreign({ role, blocks }: Message, near: T): T {
    const text = blocks
      .map((block) =>
        block.type === 'text'
          ? block.text
          : block.type === 'tool-result' && 'text' in block.content
            ? block.content.text
            : '',
      )
      .filter((part) => part !== '')
      .join('\n')
    return dialect.say(role === 'assistant' ? 'assistant' : 'user', text, near)
  }
}

export function resultTexts(shown: readonly Message[]): Map<string, string> {
  return new Map(
    shown.flatMap(({ blocks }) =>
      blocks.flatMap((block) =>
        block.type === 'tool-result' && 'text' in block.content ? [[block.callId, block.content.text] as const] : [],
      ),
    ),
  )
}

export function shownReasoning(shown: readonly Message[]): Set<string> {
  return new Set(
    shown.flatMap(({ blocks }) =>
      blocks.flatMap((block) => (block.type === 'opaque' ? [JSON.stringify(block.wire)] : [])),
    ),
  )
}
