import type { Block, Entry, Json, Message, Role, ToolResultBlock } from 'daypack'

export function said(seq: number, at: number, role: Role, blocks: readonly Block[]): Entry {
  return { seq, at, kind: 'message', message: { role, blocks }, hash: '', sizes: [], counter: '' }
}

let calls = 0

export function called(tool: string, input: Json, text: string, isError = false): Message[] {
  const callId = `call-${calls++}`
  return [
    { role: 'assistant', blocks: [{ type: 'tool-call', callId, tool, input }] },
    { role: 'tool', blocks: [{ type: 'tool-result', callId, tool, content: { text }, isError }] },
  ]
}

export function resultOf(callId: string, tool: string, text: string, isError?: boolean): ToolResultBlock {
  return { type: 'tool-result', callId, tool, content: { text }, ...(isError !== undefined && { isError }) }
}
