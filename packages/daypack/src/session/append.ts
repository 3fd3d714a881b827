import { toolCalls, type Message } from '../model/message.ts'
import type { Codec } from '../model/codec.ts'
import { DaypackError } from '../model/errors.ts'
import { intake, type Intake } from '../log/intake.ts'
import { SYSTEM_SLOT, type Draft, type Origin } from '../model/entry.ts'
import type { View } from '../view/view.ts'
import { decodeRequest } from './receive.ts'

export type MessageCodec<Wire> = Pick<Codec<Wire>, 'name' | 'decode' | 'wrap'>

const ROLES: readonly unknown[] = ['system', 'user', 'assistant', 'tool']
const BLOCKS: readonly unknown[] = ['text', 'tool-call', 'tool-result', 'media', 'opaque']

export async function appendDrafts(
  given: unknown,
  codec: MessageCodec<unknown> | undefined,
  view: View,
  by: Intake,
  origin?: Origin,
): Promise<Draft[]> {
  const drafts: Draft[] = []
  for (const each of messagesOf(given, codec, view)) {
    const isFirst = each.role === 'system' && view.slots.length === 0
    const how = isFirst ? { replaces: SYSTEM_SLOT } : origin === undefined ? {} : { origin }
    drafts.push(await intake(each, by, how))
  }
  return drafts
}

function messagesOf(given: unknown, codec: MessageCodec<unknown> | undefined, view: View): readonly Message[] {
  if (!codec) return [checkMessage(given)]
  if (!codec.wrap)
    throw new DaypackError('unsupported', `The codec ${codec.name} reads whole requests only; use session.prepare.`)
  const { system, messages } = decodeRequest(codec, codec.wrap(given))
  const all = [...(system ? [system] : []), ...messages]
  if (all.length === 0)
    throw new DaypackError('bad-config', `The codec ${codec.name} finds no message in what was appended.`)
  return all.map((message) => withTools(message, view))
}

function checkMessage(given: unknown): Message {
  const { role, blocks, content } = (given ?? {}) as { role?: unknown; blocks?: unknown; content?: unknown }
  const isOurs =
    ROLES.includes(role) &&
    Array.isArray(blocks) &&
    blocks.every((block: unknown) => BLOCKS.includes((block as { type?: unknown } | null)?.type))
  if (isOurs) return given as Message
  const hint =
    content === undefined && !('parts' in Object(given))
      ? "such as { role: 'user', blocks: [{ type: 'text', text: 'hello' }] }"
      : 'and for a message of a provider its codec: session.append(message, { codec: anthropic })'
  throw new DaypackError('bad-config', `session.append takes a message with a role and blocks, ${hint}.`)
}

/** A result on its own does not name its tool; the call in the log does. */
function withTools(message: Message, view: View): Message {
  const blocks = message.blocks.map((block) =>
    block.type === 'tool-result' && !block.tool ? { ...block, tool: toolOf(block.callId, view) } : block,
  )
  return { ...message, blocks }
}

function toolOf(callId: string, view: View): string {
  for (const { message } of view.slots.toReversed()) {
    const call = toolCalls(message).find((each) => each.callId === callId)
    if (call) return call.tool
  }
  return ''
}
