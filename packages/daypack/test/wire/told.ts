import type { Codec, Decoded } from '../../src/model/codec.ts'
import type { Block, MediaBlock, Message, TextBlock } from '../../src/model/message.ts'

const text = (words: string): TextBlock => ({ type: 'text', text: words })
const png: MediaBlock = { type: 'media', mediaType: 'image/png', content: { text: 'AAAA' } }
const pdf: MediaBlock = { type: 'media', mediaType: 'application/pdf', content: { text: 'BBBB' } }
const link: MediaBlock = { type: 'media', mediaType: '', content: { text: 'https://x.org/p.png' } }

/** A system prompt and a history of no codec, with all that a wire may have to say in its own way. */
export const SYSTEM: Message = { role: 'system', blocks: [text('Be kind.'), text('Be true.')] }
export const HISTORY: readonly Message[] = [
  { role: 'assistant', blocks: [text('Hello.')] },
  { role: 'user', blocks: [text('See:'), png, pdf, link, text(' ')] },
  {
    role: 'assistant',
    blocks: [
      { type: 'opaque', purpose: 'reasoning', wire: { x: 1 } },
      text('I look.'),
      { type: 'tool-call', callId: 'a b', tool: 'look', input: { at: 1 } },
      { type: 'tool-call', callId: 'c2', tool: 'list', input: ['x'] },
    ],
  },
  {
    role: 'tool',
    blocks: [
      { type: 'tool-result', callId: 'a b', tool: 'look', content: { text: 'seen' }, attachments: [png, pdf] },
      { type: 'tool-result', callId: 'c2', tool: 'list', content: { text: 'no' }, isError: true },
      text('Mind the gap.'),
    ],
  },
  { role: 'system', blocks: [text('Be brief.'), text('Now.')] },
  { role: 'assistant', blocks: [text('')] },
]

/** The messages of a request, without what is kept for writing them again; of opaque blocks only what they are for. */
export function told<Req>(codec: Codec<Req, never>, request: Req): unknown[][] {
  const { system, messages } = codec.decode(request)
  return [...(system ? [system] : []), ...messages].map(({ role, blocks }) => [role, ...blocks.map(bare)])
}

/** What a request says besides its conversation. */
export function facts<Req>(codec: Codec<Req, never>, request: Req): Omit<Decoded, 'messages' | 'system'> {
  const { messages: _, system: __, ...rest } = codec.decode(request)
  return rest
}

export function bare(block: Block): unknown {
  if (block.type === 'opaque') return block.purpose
  const { wire: _, ...rest } = block
  if (rest.type !== 'tool-result' || !rest.attachments) return rest
  return { ...rest, attachments: rest.attachments.map(bare) }
}
