import type { ContentBlock, SessionUpdate } from '@agentclientprotocol/sdk'
import type { View } from 'daypack'
import { fenced } from 'daypack/internal'
import { callUpdate, chunk } from './show.ts'

/** The prompt as text: embedded files are whole elements, marked as nobody's own words; links keep their address. */
export function textOfPrompt(prompt: readonly ContentBlock[]): string {
  return prompt.map(textOf).join('\n\n')
}

function textOf(block: ContentBlock): string {
  switch (block.type) {
    case 'text':
      return block.text
    case 'resource_link':
      return `[${line(block.name)}](${line(block.uri)})`
    case 'resource':
      return 'text' in block.resource
        ? fenced('attached-file', { uri: block.resource.uri }, block.resource.text)
        : `[${line(block.resource.uri)}]`
    case 'image':
    case 'audio':
      return `[${block.mimeType}, not shown]`
  }
}

/** A name that somebody else chose, as a part of a line. */
function line(name: string): string {
  return name.replaceAll(/[\s\u0085]+/g, ' ')
}

export function updatesOf({ slots }: View): SessionUpdate[] {
  return slots.flatMap(({ message, origin }) =>
    message.blocks.flatMap((block): SessionUpdate[] => {
      if (block.type === 'text' && message.role === 'assistant') return [chunk('agent_message_chunk', block.text)]
      if (block.type === 'text' && message.role === 'user' && origin === 'caller')
        return [chunk('user_message_chunk', block.text)]
      if (block.type === 'tool-call') return [callUpdate(block.callId, block.tool, block.input, 'completed')]
      return []
    }),
  )
}
