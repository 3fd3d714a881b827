import type { JsonObject } from '../../src/model/json.ts'
import { textOf } from '../../src/model/message.ts'
import type { codecsByWire } from '../../../daypack-testing/test/wire-arbitraries.ts'
import type { Transcript } from '../../../../lab/src/transcripts/transcript.ts'

/** What the user asked last before the reply at this index. */
export function latestRequest(transcript: Transcript, before: number): string {
  for (let at = before - 1; at >= 0; at--) {
    const message = transcript.messages[at]
    if (message?.role === 'user') return textOf(message)
  }
  return ''
}

/** Nothing, or only what a host put there between tags ("no files have been uploaded yet"), asks for nothing. */
export function isRequestText(text: string): boolean {
  return text.replaceAll(/<([\w-]+)>[^<]*<\/\1>/g, '').trim() !== ''
}

/** Whether a request shows this text, in a message or quoted in a summary. Line breaks may have been indented there. */
export function saidIn(codec: (typeof codecsByWire)['anthropic'], request: JsonObject, text: string): boolean {
  const { messages } = codec.decode(request)
  const words = squeezed(text)
  const isShown = messages.some((message) => message.role !== 'assistant' && textOf(message).includes(text))
  return (
    isShown || messages.some((message) => message.role !== 'assistant' && squeezed(textOf(message)).includes(words))
  )
}

function squeezed(text: string): string {
  return text.replace(/[\s>]+/g, ' ').trim()
}
