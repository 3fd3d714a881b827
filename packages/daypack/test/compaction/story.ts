import type { Message } from '../../src/model/message.ts'
import { compact } from '../../src/passes/compact.ts'
import { byBytes } from '../../src/tokens/count.ts'

/** A session of forty steps, some of whose results are long enough to be kept as blobs. */
export function story(): Message[] {
  const messages: Message[] = [
    { role: 'user', blocks: [{ type: 'text', text: 'Tidy up the harbour log, keep every date.' }] },
  ]
  for (let index = 0; index < 40; index++) {
    const callId = `call_${index}`
    const text = `entry ${index}\n`.repeat(index % 3 === 0 ? 300 : 40)
    messages.push(
      {
        role: 'assistant',
        blocks: [{ type: 'tool-call', callId, tool: 'Read', input: { file_path: `/log/page${index}.txt` } }],
      },
      { role: 'tool', blocks: [{ type: 'tool-result', callId, tool: 'Read', content: { text } }] },
    )
  }
  messages.push({ role: 'assistant', blocks: [{ type: 'text', text: 'All pages are read.' }] })
  return messages
}

/** A pack in whose window the story does not fit. */
export function small() {
  return {
    window: 12_000,
    retention: false as const,
    tuning: { maxOutput: 500, counter: byBytes(4), inlineMaxBytes: 1_000, passes: [compact()] },
  }
}
