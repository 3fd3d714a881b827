import { isObject, stringAt } from '../../../model/json.ts'
import type { BoundThinking, Ledger } from '../../../model/rules.ts'
import { isSameList } from '../../shared/rows.ts'
import type { Rules, ValidateOptions } from '../../shared/rules.ts'
import { ledger, noteRequest, prefixesOf, thinkingOf } from './binding.ts'
import { isThinking, type Messages, type WireMessage } from './blocks.ts'
import { alwaysThinks } from './models.ts'

const UNMODIFIED =
  '`thinking` or `redacted_thinking` blocks in the latest assistant message cannot be modified. These blocks must remain as they were in the original response.'
const MISMATCH =
  'Invalid `signature` in `thinking` block. The block is bound to a different conversation. Remove the block, or set `thinking.block_binding.prefix_mismatch_behavior` to "drop_block".'
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
  'A-17'({ request, messages }, options) {
    const known = knownTo(options)
    const at = messages.findLastIndex((message) => message.role === 'assistant')
    if (!known || at < 0) return []
    const isChanged = thinkingOf(request).some(({ key, bound, at: place }) => {
      const first = known.get(key)
      return place === at && first !== undefined && !isSameList(first.message, bound.message)
    })
    return [isChanged && [`messages.${at}`, `messages.${at}.content: ${UNMODIFIED}`]]
  },
  'A-18'({ request }, options) {
    const known = knownTo(options)
    if (!known) return []
    const blocks = thinkingOf(request).flatMap((block) => {
      const first = known.get(block.key)
      return first ? [{ ...block, first }] : []
    })
    const broken =
      blocks.find(({ bound, first }) => bound.prefix !== first.prefix || bound.block !== first.block) ??
      behindGap(request, blocks, known)
    const path = `messages.${broken?.at}.content.${broken?.index}`
    return [broken && [path, `${path}: ${MISMATCH}`]]
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

type Kept = { readonly at: number; readonly index: number; readonly first: BoundThinking }

/** Thinking may be left out from the front only: a block that follows a missing one of this same conversation is invalid. */
function behindGap(request: Messages['request'], blocks: readonly Kept[], known: Ledger): Kept | undefined {
  const orders = blocks.map((block) => block.first.order)
  const missing = [...known.values()].filter(
    ({ order }) => order > Math.min(...orders) && order < Math.max(...orders) && !orders.includes(order),
  )
  if (missing.length === 0) return undefined
  const prefixes = prefixesOf(request)
  const gap = missing.find(({ prefix }) => prefixes.has(prefix))
  return gap && blocks.find(({ first }) => first.order > gap.order)
}

function mode(request: Messages['request']): string | undefined {
  return stringAt(request['thinking'], 'type')
}

/** The ledger given, or one made from the previous request; binding is checked only where there is one. */
function knownTo({ ledger: given, previous }: ValidateOptions): Ledger | undefined {
  if (given || !isObject(previous)) return given
  const made = ledger()
  noteRequest(made, previous)
  return made
}
