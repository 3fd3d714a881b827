import fc from 'fast-check'
import type { Block, Message } from '../../src/model/message.ts'
import type { RenderedMessage } from '../../src/model/codec.ts'

/** What the engine, a crash or a change of model may do to a conversation before it is written again. */
export type Blow =
  | { readonly op: 'crop'; readonly at: number; readonly text: string }
  | { readonly op: 'unattach'; readonly at: number }
  | { readonly op: 'stale'; readonly from: number }
  | { readonly op: 'fold'; readonly to: number }
  | { readonly op: 'switch'; readonly to: number }
  | { readonly op: 'abort'; readonly at: number }
  | { readonly op: 'restart' }

const place = fc.nat(40)

export const arbBlows: fc.Arbitrary<Blow[]> = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        op: fc.constant('crop' as const),
        at: place,
        text: fc.constantFrom('(cut)', '', 'a\nb', '😀 kept …'),
      }),
    },
    fc.record({ op: fc.constant('unattach' as const), at: place }),
    fc.record({ op: fc.constant('stale' as const), from: place }),
    fc.record({ op: fc.constant('fold' as const), to: place }),
    fc.record({ op: fc.constant('switch' as const), to: place }),
    fc.record({ op: fc.constant('abort' as const), at: place }),
    fc.record({ op: fc.constant('restart' as const) }),
  ),
  { maxLength: 5 },
)

export function struck(messages: readonly RenderedMessage[], blows: readonly Blow[]): readonly RenderedMessage[] {
  return blows.reduce(strike, messages)
}

function strike(messages: readonly RenderedMessage[], blow: Blow): readonly RenderedMessage[] {
  const places = (kind: string) =>
    messages.flatMap((message, at) =>
      message.blocks.flatMap((block, index) => (block.type === kind ? [{ at, index }] : [])),
    )
  switch (blow.op) {
    case 'crop':
      return at(messages, pick(places('tool-result'), blow.at), (block) =>
        block.type === 'tool-result' ? { ...block, content: { text: blow.text } } : block,
      )
    case 'unattach':
      return at(messages, pick(places('tool-result'), blow.at), (block) => {
        if (block.type !== 'tool-result') return block
        const { attachments: _, ...rest } = block
        return rest
      })
    case 'stale':
      return messages.map((message, index) =>
        index < blow.from % messages.length ? message : withoutReasoning(message),
      )
    case 'fold': {
      const to = border(messages, blow.to)
      return to === 0 ? messages : [SUMMARY, ...messages.slice(to).map(withoutReasoning)]
    }
    case 'switch': {
      const to = border(messages, blow.to)
      return messages.map((message, index) => (index < to ? { ...touched(message), codec: 'another' } : message))
    }
    case 'abort':
      return at(messages, pick(places('tool-result'), blow.at), () => undefined)
    case 'restart':
      return [SUMMARY]
  }
}

const SUMMARY: Message = { role: 'user', blocks: [{ type: 'text', text: '# What happened so far\n\nMuch.' }] }

function pick<T>(list: readonly T[], index: number): T | undefined {
  return list[index % Math.max(1, list.length)]
}

/** Where a fold may end: never between a call and its results, and something stays behind it. */
function border(messages: readonly RenderedMessage[], wish: number): number {
  for (let index = wish % messages.length; index > 0; index--) if (messages[index]?.role !== 'tool') return index
  return 0
}

function at(
  messages: readonly RenderedMessage[],
  place: { at: number; index: number } | undefined,
  change: (block: Block) => Block | undefined,
): readonly RenderedMessage[] {
  if (!place) return messages
  return messages.map((message, index) => {
    if (index !== place.at) return message
    return {
      ...touched(message),
      blocks: message.blocks.flatMap((block, each) => (each === place.index ? (change(block) ?? []) : block)),
    }
  })
}

function withoutReasoning(message: RenderedMessage): RenderedMessage {
  const blocks = message.blocks.filter((block) => block.type !== 'opaque' || block.purpose !== 'reasoning')
  return blocks.length === message.blocks.length ? message : { ...touched(message), blocks }
}

function touched(message: RenderedMessage): Message {
  const { source: _, ...rest } = message
  return rest
}
