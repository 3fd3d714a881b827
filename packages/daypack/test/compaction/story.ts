import type { Message } from '../../src/model/message.ts'

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
