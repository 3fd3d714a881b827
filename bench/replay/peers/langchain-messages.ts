// Wire messages as LangChain's, and how many tokens they stand for.
import { AIMessage, HumanMessage, ToolMessage, type BaseMessage } from '@langchain/core/messages'
import type { Tokens } from '../../../packages/daypack/src/model/json.ts'
import type { ReplaySession } from '../../../lab/src/measure/session.ts'
import { blocks, field, results, textOfWire, type Wire } from './wire.ts'

const made = new WeakMap<Wire, readonly BaseMessage[]>()

/** LangChain messages that carry their position in `id`; made once for each wire message. */
export function langchainMessages(messages: readonly Wire[]): BaseMessage[] {
  return messages.flatMap((message, at) => {
    let known = made.get(message)
    if (!known) made.set(message, (known = converted(message, at)))
    return known
  })
}

function converted(message: Wire, at: number): BaseMessage[] {
  const id = `${at}`
  if (message['role'] === 'assistant') {
    const calls = blocks(message).filter((block) => block['type'] === 'tool_use')
    const tool_calls = calls.map((block) => ({
      id: field(block, 'id'),
      name: field(block, 'name'),
      args: block['input'] as Record<string, unknown>,
    }))
    return [new AIMessage({ id, content: textOfWire(message), tool_calls })]
  }
  const answers = results(message)
  return answers.length > 0
    ? answers.map(
        (result, index) => new ToolMessage({ id: `${at}.${index}`, content: result.text, tool_call_id: result.id }),
      )
    : [new HumanMessage({ id, content: textOfWire(message) })]
}

export const positionOf = (message: BaseMessage) => Number(String(message.id).split('.')[0])

/** Exact tokens of the wire messages these stand for; what the peer wrote itself is counted by its text. */
export function counter(session: ReplaySession, wires: readonly Wire[]) {
  const size = (message: BaseMessage) => {
    const [at, nth] = String(message.id).split('.')
    const wire = message.id === undefined ? undefined : wires[Number(at)]
    return wire ? (nth === undefined || nth === '0' ? session.digest(wire).tokens : 0) : session.count(message.text)
  }
  return (asked: readonly BaseMessage[]): Tokens => asked.reduce((sum, message) => sum + size(message), 0)
}
