import type { JsonObject } from '../../../packages/daypack/src/model/json.ts'
import { atWrite, peer, scaled } from './state.ts'
import { field, lastExchange, latestRequest, results, textOfWire, user, type Wire } from './wire.ts'

/** Auto-compact at the effective window minus 13,000; the five newest files read are put back, 5,000 tokens each. */
export const claudeCodeLike = peer('Claude-Code-like', (state, messages, window, step) => {
  atWrite(state, messages, (text) =>
    text.length > 50_000 ? `${text.slice(0, 2_000)}\n[Full output saved to a file]` : undefined,
  )
  let view = state.view(messages)
  if (state.tokens(view) > window - scaled(20_000, window) - scaled(13_000, window, 0.065)) {
    const keep = lastExchange(messages)
    const summary = state.summarize(step, view, keep)
    const files = newestReads(messages.slice(0, keep), 5, scaled(5_000, window, 0.05) * 4)
    const request = latestRequest(messages)
    state.from = keep
    state.lead = [
      user(
        `This session continues an earlier one.\n${summary}\n\n# Latest request\n${textOfWire(request)}\n\n${files}`,
      ),
    ]
    view = state.view(messages)
  }
  return view
})

function newestReads(messages: readonly Wire[], most: number, maxChars: number): string {
  const reads = new Map<string, string>()
  const paths = new Map<string, string>()
  for (const message of messages) {
    if (message['role'] === 'assistant' && Array.isArray(message['content'])) {
      for (const block of message['content'] as readonly JsonObject[]) {
        const path = (block['input'] as JsonObject | undefined)?.['file_path']
        if (block['type'] === 'tool_use' && /read|view/i.test(field(block, 'name')) && typeof path === 'string')
          paths.set(field(block, 'id'), path)
      }
    }
    for (const { id, text } of results(message)) {
      const path = paths.get(id)
      if (path === undefined) continue
      reads.delete(path)
      reads.set(path, text)
    }
  }
  return [...reads]
    .slice(-most)
    .map(([path, text]) => `<file path="${path}">\n${text.slice(0, maxChars)}\n</file>`)
    .join('\n')
}
