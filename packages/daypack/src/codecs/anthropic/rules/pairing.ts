import { isList, isObject, stringAt } from '../../../model/json.ts'
import { mayPrefill } from './models.ts'
import { idsOf, type Messages, type WireMessage } from './blocks.ts'
import type { Found, Rule } from '../../shared/rules.ts'

export const pairingRules: readonly Rule<Messages>[] = [
  { id: 'A-01', check: callsAnswered },
  { id: 'A-02', check: resultsCalled },
  { id: 'A-03', check: resultsFirst },
  { id: 'A-04', check: callIdsUnique },
  { id: 'A-05', check: oneResultPerCall },
  { id: 'A-06', check: idPattern },
  { id: 'A-07', check: hostedResultsCalled },
  { id: 'A-08', check: toolsDefined },
  { id: 'A-09', check: roles },
  { id: 'A-10', check: nonEmpty },
  { id: 'A-11', check: noTrailingSpace },
  { id: 'A-24', check: noNulls },
]

const called = (message: WireMessage | undefined) =>
  message?.role === 'assistant' ? idsOf(message, 'tool_use', 'id') : []
const answered = (message: WireMessage | undefined) =>
  message?.role === 'user' ? idsOf(message, 'tool_result', 'tool_use_id') : []

function callsAnswered({ messages }: Messages): Found[] {
  return messages.flatMap((message, at) => {
    const answers = new Set(answered(messages[at + 1]))
    const open = called(message).filter((id) => !answers.has(id))
    if (open.length === 0) return []
    const text = `messages.${at}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${open.join(', ')}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`
    return [{ path: `messages.${at}`, text }]
  })
}

function resultsCalled({ messages }: Messages): Found[] {
  return eachBlock(messages, 'tool_result', (block, path, at) => {
    const id = stringAt(block, 'tool_use_id') ?? ''
    if (called(messages[at - 1]).includes(id)) return []
    const text = `${path}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${id}. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message.`
    return [{ path, text }]
  })
}

function resultsFirst({ messages }: Messages): Found[] {
  return messages.flatMap((message, at) => {
    const calls = called(messages[at - 1]).length
    const lead = message.blocks.findIndex((block) => block['type'] !== 'tool_result')
    const late = lead >= 0 && message.blocks.slice(lead).some((block) => block['type'] === 'tool_result')
    if (calls === 0 || !late) return []
    const text = `Did not find ${calls} tool_result block(s) at the beginning of this message. Messages following tool_use blocks must begin with a matching number of tool_result blocks.`
    return [{ path: `messages.${at}.content`, text }]
  })
}

function callIdsUnique({ messages }: Messages): Found[] {
  const seen = new Set<string>()
  return eachBlock(messages, 'tool_use', (block, path) => {
    const id = stringAt(block, 'id') ?? ''
    if (!seen.has(id)) {
      seen.add(id)
      return []
    }
    return [{ path, text: `${path}: \`tool_use\` ids must be unique` }]
  })
}

function oneResultPerCall({ messages }: Messages): Found[] {
  return messages.flatMap((message, at) => {
    const ids = answered(message)
    const twice = ids.find((id, index) => ids.indexOf(id) !== index)
    if (twice === undefined) return []
    const text = `each tool_use must have a single result. Found multiple \`tool_result\` blocks with id: ${twice}`
    return [{ path: `messages.${at}.content`, text }]
  })
}

const PLAIN = /^[a-zA-Z0-9_-]+$/
const HOSTED = /^srvtoolu_[a-zA-Z0-9_]+$/

function idPattern({ messages }: Messages): Found[] {
  const check = (type: string, key: string, pattern: RegExp) =>
    eachBlock(messages, type, (block, path) => {
      if (pattern.test(stringAt(block, key) ?? '')) return []
      return [
        { path: `${path}.${key}`, text: `${path}.${type}.${key}: String should match pattern '${pattern.source}'` },
      ]
    })
  return [
    ...check('tool_use', 'id', PLAIN),
    ...check('tool_result', 'tool_use_id', PLAIN),
    ...check('server_tool_use', 'id', HOSTED),
  ]
}

function hostedResultsCalled({ messages }: Messages): Found[] {
  const seen = new Set<string>()
  return messages.flatMap((message, at) =>
    message.blocks.flatMap((block, index) => {
      const type = stringAt(block, 'type') ?? ''
      const id = stringAt(block, 'id')
      if ((type === 'server_tool_use' || type === 'mcp_tool_use') && id !== undefined) seen.add(id)
      if (!type.endsWith('_tool_result') || seen.has(stringAt(block, 'tool_use_id') ?? '')) return []
      const path = `messages.${at}.content.${index}`
      const text = `${path}: unexpected \`tool_use_id\` found in \`${type}\` blocks: ${stringAt(block, 'tool_use_id') ?? ''}. Each \`${type}\` block must have a corresponding \`server_tool_use\` block before it.`
      return [{ path, text }]
    }),
  )
}

function toolsDefined({ request, messages }: Messages): Found[] {
  const used = messages.some((message) =>
    message.blocks.some((block) => block['type'] === 'tool_use' || block['type'] === 'tool_result'),
  )
  const defined = (isList(request['tools']) && request['tools'].length > 0) || isList(request['mcp_servers'])
  if (!used || defined) return []
  return [{ path: 'tools', text: 'Requests which include `tool_use` or `tool_result` blocks must define tools' }]
}

function roles({ request, messages }: Messages): Found[] {
  const [first] = messages
  if (!first) return [{ path: 'messages', text: 'messages: at least one message is required' }]
  const found = messages.flatMap((message, at): Found[] =>
    ['user', 'assistant', 'system'].includes(message.role)
      ? []
      : [{ path: `messages.${at}.role`, text: `messages.${at}.role: Input should be 'user' or 'assistant'` }],
  )
  if (first.role === 'assistant' || first.role === 'system')
    found.push({ path: 'messages.0.role', text: 'messages: first message must use the "user" role' })
  const prefilled = messages.at(-1)?.role === 'assistant' && !mayPrefill(stringAt(request, 'model') ?? '')
  if (prefilled)
    found.push({
      path: `messages.${messages.length - 1}`,
      text: 'This model does not support assistant message prefill. The conversation must end with a user message.',
    })
  return found
}

function nonEmpty({ request, messages }: Messages): Found[] {
  const system = request['system']
  const found = messages.flatMap((message, at) => emptyIn(message, at))
  if (isList(system) && system.some((block) => isObject(block) && block['text'] === ''))
    found.push({ path: 'system', text: 'system: text content blocks must be non-empty' })
  return found
}

function emptyIn(message: WireMessage, at: number): Found[] {
  const { role, content, blocks } = message
  const path = `messages.${at}`
  const isUser = role !== 'assistant'
  if (isUser && (content === '' || (isList(content) && content.length === 0)))
    return [{ path, text: `${path}: user messages must have non-empty content` }]
  if (isList(content) && blocks.some((block) => block['type'] === 'text' && block['text'] === ''))
    return [{ path: `${path}.content`, text: 'messages: text content blocks must be non-empty' }]
  const blank =
    blocks.length > 0 &&
    content !== '' &&
    blocks.every((block) => block['type'] === 'text' && stringAt(block, 'text')?.trim() === '')
  return blank
    ? [{ path: `${path}.content`, text: 'messages: text content blocks must contain non-whitespace text' }]
    : []
}

function noTrailingSpace({ messages }: Messages): Found[] {
  const last = messages.at(-1)
  const text = last?.role === 'assistant' ? stringAt(last.blocks.at(-1), 'text') : undefined
  if (text === undefined || text === text.trimEnd()) return []
  return [
    {
      path: `messages.${messages.length - 1}`,
      text: 'messages: final assistant content cannot end with trailing whitespace',
    },
  ]
}

function noNulls({ request, messages }: Messages): Found[] {
  const tools = isList(request['tools']) ? request['tools'] : []
  const found = tools.flatMap((tool, index): Found[] =>
    isObject(tool) && tool['description'] === null
      ? [
          {
            path: `tools.${index}.description`,
            text: `tools.${index}.custom.description: Input should be a valid string`,
          },
        ]
      : [],
  )
  if (request['system'] === null) found.push({ path: 'system', text: 'system: Input should be a valid string' })
  messages.forEach((message, at) => {
    if (message.content === null || message.content === undefined)
      found.push({ path: `messages.${at}.content`, text: `messages.${at}.content: Input should be a valid string` })
  })
  return found
}

function eachBlock(
  messages: readonly WireMessage[],
  type: string,
  check: (block: WireMessage['blocks'][number], path: string, at: number) => Found[],
): Found[] {
  return messages.flatMap((message, at) =>
    message.blocks.flatMap((block, index) =>
      block['type'] === type ? check(block, `messages.${at}.content.${index}`, at) : [],
    ),
  )
}
