import type { Codec, Message, RenderedMessage } from 'daypack'

/** The wire of a small chat server: a list of lines, each with who said it. */
export type LinesRequest = {
  readonly model: string
  readonly lines: readonly { readonly who: 'me' | 'bot'; readonly says: string }[]
}
export type LinesResponse = { readonly says: string; readonly spent: { readonly read: number; readonly wrote: number } }

/** A codec from outside, its rules with it: nothing else has to know that this wire exists. */
export const lines: Codec<LinesRequest, LinesResponse> = {
  name: 'lines',
  decode: (request) => ({
    model: request.model,
    messages: request.lines.map(messageOf),
    bindsReasoning: false,
    requiresReasoning: false,
  }),
  encode(rendered, like) {
    const written = rendered.messages.map((message) => lineOf(message, like))
    const isSame = written.length === like.lines.length && written.every((line, index) => line === like.lines[index])
    return isSame ? like : { ...like, lines: written }
  },
  reply: ({ says, spent }) => ({
    messages: [messageOf({ who: 'bot', says })],
    billed: { input: spent.read, output: spent.wrote, cacheRead: 0, cacheWrite: 0 },
  }),
  rules: {
    ids: ['L-01'],
    check(request) {
      const found = (request as LinesRequest).lines.findIndex(({ says }) => says === '')
      return found < 0
        ? []
        : [{ rule: 'L-01', path: `lines[${found}]`, text: 'a line must say something', level: 'error' }]
    },
  },
}

// The same line is the same message object, so that a caller who resends everything is matched without a second look.
const known = new WeakMap<object, Message>()

function messageOf(line: LinesRequest['lines'][number]): Message {
  const hit = known.get(line)
  if (hit) return hit
  const made: Message = { role: line.who === 'bot' ? 'assistant' : 'user', blocks: [{ type: 'text', text: line.says }] }
  known.set(line, made)
  return made
}

function lineOf(message: RenderedMessage, like: LinesRequest): LinesRequest['lines'][number] {
  const source = message.source === undefined ? undefined : like.lines[message.source]
  const says = message.blocks.map((block) => (block.type === 'text' ? block.text : '')).join('\n')
  return source ?? { who: message.role === 'assistant' ? 'bot' : 'me', says }
}
