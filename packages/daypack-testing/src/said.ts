import type { Block, Entry, Json, Message, Role, ToolResultBlock } from 'daypack'

/** A message as it stands in a log, for readers that do not look at its size. */
export function said(seq: number, at: number, role: Role, blocks: readonly Block[]): Entry {
  return { seq, at, kind: 'message', message: { role, blocks }, hash: '', sizes: [], counter: '' }
}

let calls = 0

/** A call and its result, the way a test tells it. */
export function called(tool: string, input: Json, text: string, isError = false): Message[] {
  const callId = `call-${calls++}`
  return [
    { role: 'assistant', blocks: [{ type: 'tool-call', callId, tool, input }] },
    { role: 'tool', blocks: [{ type: 'tool-result', callId, tool, content: { text }, isError }] },
  ]
}

/** What a tool gave back; `isError` only where the host says so. */
export function resultOf(callId: string, tool: string, text: string, isError?: boolean): ToolResultBlock {
  return { type: 'tool-result', callId, tool, content: { text }, ...(isError !== undefined && { isError }) }
}
