import { stringAt } from '../../../model/json.ts'
import type { Rules } from '../../shared/rules.ts'
import { isThinking, type Messages, type WireMessage } from './blocks.ts'
import { alwaysThinks } from './models.ts'

const FORCED = 'Thinking may not be enabled when tool_choice forces tool use.'
const NEVER_FORCED = 'tool_choice: type "tool" and "any" are not supported for this model.'
const OFF = 'When thinking is disabled, an assistant message in the final position cannot contain thinking'

export const thinkingRules: Rules<Messages> = {
  'A-16'({ request, messages }) {
    const turn = mode(request) === 'enabled' ? openTurn(messages) : []
    const last = turn.at(-1)
    if (!last || turn.some(({ message }) => isThinking(message.blocks[0]))) return []
    const path = `messages.${last.at}.content.0`
    const type = stringAt(last.message.blocks[0], 'type') ?? ''
    const text = `${path}.type: Expected \`thinking\` or \`redacted_thinking\`, but found \`${type}\`. When \`thinking\` is enabled, a final \`assistant\` message must start with a thinking block (preceeding the lastmost set of \`tool_use\` and \`tool_result\` blocks).`
    return [[path, text]]
  },
  'A-19'({ request, messages }) {
    const last = messages.at(-1)
    const isOn = mode(request) === 'enabled' || mode(request) === 'adaptive'
    const isThought = last?.role === 'assistant' && last.blocks.some(isThinking)
    return [!isOn && isThought && [`messages.${messages.length - 1}`, OFF]]
  },
  'A-20'({ request }) {
    const choice = stringAt(request['tool_choice'], 'type')
    if (choice !== 'any' && choice !== 'tool') return []
    if (mode(request) === 'enabled') return [['tool_choice', FORCED]]
    return [alwaysThinks(stringAt(request, 'model') ?? '') && ['tool_choice', NEVER_FORCED]]
  },
}

function openTurn(messages: readonly WireMessage[]): { message: WireMessage; at: number }[] {
  const turn: { message: WireMessage; at: number }[] = []
  for (let at = messages.length - 1; at > 0; at -= 2) {
    const message = messages[at - 1]
    const answers = messages[at]?.blocks.some((block) => block['type'] === 'tool_result') ?? false
    if (!answers || message?.role !== 'assistant') break
    turn.unshift({ message, at: at - 1 })
  }
  return turn
}

function mode(request: Messages['request']): string | undefined {
  return stringAt(request['thinking'], 'type')
}
