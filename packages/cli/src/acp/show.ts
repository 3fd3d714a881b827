import { stripVTControlCharacters } from 'node:util'
import type {
  AgentContext,
  RequestPermissionResponse,
  SessionUpdate,
  ToolKind,
  ContentBlock,
} from '@agentclientprotocol/sdk'
import { clip, flat, valuesOf } from '../chat/show.ts'
import type { Ui } from '../chat/types.ts'
import type { View } from 'daypack'
import { fenced } from 'daypack/internal'

export type EditorUi = Ui & {
  /** From now on text is the answer itself, not a remark. */
  isAnswer: boolean
  /** Resolves when everything shown so far is on its way. */
  sent(): Promise<void>
}

const KINDS: Readonly<Record<string, ToolKind>> = {
  read_file: 'read',
  read_ref: 'read',
  memory_get: 'read',
  write_file: 'edit',
  edit_file: 'edit',
  list_files: 'search',
  grep_search: 'search',
  memory_search: 'search',
  recall: 'search',
  run_shell: 'execute',
}
const CHOICES = [
  { optionId: 'y', name: 'Run it', kind: 'allow_once' as const },
  { optionId: 'a', name: 'Always in this chat', kind: 'allow_always' as const },
  { optionId: 'n', name: 'Do not run it', kind: 'reject_once' as const },
]

export function editorUi(client: AgentContext, sessionId: string): EditorUi {
  let last: Promise<unknown> = Promise.resolve()
  let running = ''
  const show = (update: SessionUpdate) => {
    last = last.then(() => client.notify('session/update', { sessionId, update })).catch(() => {})
  }
  return {
    isAnswer: false,
    width: 100,
    sent: async () => void (await last),
    write: (text) => show(chunk('agent_message_chunk', text)),
    line(text = '') {
      const plain = stripVTControlCharacters(text)
      if (plain.trim() === '') return
      show(chunk(this.isAnswer ? 'agent_message_chunk' : 'agent_thought_chunk', `${plain}\n`))
    },
    unfolding(text) {
      this.line(text)
    },
    meter: () => {},
    called({ callId, tool, input }) {
      running = callId
      show(callUpdate(callId, tool, input, 'in_progress'))
    },
    answered({ callId, text, isError }) {
      show({
        sessionUpdate: 'tool_call_update',
        toolCallId: callId,
        status: isError ? 'failed' : 'completed',
        content: [{ type: 'content', content: { type: 'text', text } }],
      })
    },
    async ask(question, signal) {
      await last
      const asked: Promise<RequestPermissionResponse> = client.request('session/request_permission', {
        sessionId,
        toolCall: { toolCallId: running, title: question.split('\n')[0] ?? question },
        options: CHOICES,
      })
      const stopped = new Promise<undefined>((resolve) => {
        if (signal.aborted) resolve(undefined)
        signal.addEventListener('abort', () => resolve(undefined), { once: true })
      })
      const reply = await Promise.race([asked.catch(() => undefined), stopped])
      return reply?.outcome.outcome === 'selected' ? reply.outcome.optionId : 'n'
    },
  }
}

export function chunk(
  kind: 'user_message_chunk' | 'agent_message_chunk' | 'agent_thought_chunk',
  text: string,
): SessionUpdate {
  return { sessionUpdate: kind, content: { type: 'text', text } }
}

export function callUpdate(
  callId: string,
  tool: string,
  input: unknown,
  status: 'in_progress' | 'completed',
): SessionUpdate {
  const file = (input as { file_path?: unknown } | null)?.file_path
  return {
    sessionUpdate: 'tool_call',
    toolCallId: callId,
    title: clip(flat(`${tool} ${valuesOf(input)}`), 100),
    kind: KINDS[tool] ?? 'other',
    status,
    rawInput: input,
    ...(typeof file === 'string' && { locations: [{ path: file }] }),
  }
}

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
