import type { LanguageModelV4StreamPart } from '@ai-sdk/provider'
import type { AiSdkResponse } from '../../codecs/ai-sdk/index.ts'

type Text = { type: 'text' | 'reasoning'; text: string; providerMetadata?: unknown }

export function partCollector(): { add(part: LanguageModelV4StreamPart): void; response(): AiSdkResponse | undefined } {
  const content: object[] = []
  const open = new Map<string, Text>()
  let end: Pick<AiSdkResponse, 'usage' | 'finishReason'> | undefined
  return {
    add(part) {
      switch (part.type) {
        case 'text-start':
        case 'reasoning-start': {
          const block: Text = { type: part.type === 'text-start' ? 'text' : 'reasoning', text: '', ...metadata(part) }
          open.set(part.id, block)
          content.push(block)
          break
        }
        case 'text-delta':
        case 'reasoning-delta':
        case 'text-end':
        case 'reasoning-end': {
          const block = open.get(part.id)
          if (!block) break
          if ('delta' in part) block.text += part.delta
          Object.assign(block, metadata(part))
          break
        }
        case 'tool-call':
        case 'tool-result':
        case 'file':
        case 'reasoning-file':
        case 'custom':
          content.push(part)
          break
        case 'finish':
          end = { usage: part.usage, finishReason: part.finishReason }
          break
        default:
      }
    },
    response: () => end && { content, ...end },
  }
}

function metadata(part: { providerMetadata?: unknown }): { providerMetadata?: unknown } {
  return part.providerMetadata === undefined ? {} : { providerMetadata: part.providerMetadata }
}
