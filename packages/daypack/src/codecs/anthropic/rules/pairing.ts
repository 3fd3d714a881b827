import { isList, isObject, stringAt } from '../../../model/json.ts'
import type { Finding, Rules } from '../../shared/rules.ts'
import type { Messages, WireMessage } from './blocks.ts'
import { mayPrefill } from './models.ts'

export const pairingRules: Rules<Messages> = {
  'A-01': ({ messages }) =>
    messages.map((message, at) => {
      const answers = new Set(answered(messages[at + 1]))
      const open = called(message).filter((id) => !answers.has(id))
      const text = `messages.${at}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${open.join(', ')}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`
      return open.length > 0 && [`messages.${at}`, text]
    }),
  'A-02': ({ messages, blocks }) =>
    blocks.map(({ block, type, path, at }) => {
      const id = stringAt(block, 'tool_use_id') ?? ''
      const text = `${path}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${id}. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message.`
      return type === 'tool_result' && !called(messages[at - 1]).includes(id) && [path, text]
    }),
  'A-03': ({ messages }) =>
    messages.map((message, at) => {
      const calls = called(messages[at - 1]).length
      const lead = message.blocks.findIndex((block) => block['type'] !== 'tool_result')
      const isLate = lead >= 0 && message.blocks.slice(lead).some((block) => block['type'] === 'tool_result')
      const text = `Did not find ${calls} tool_result block(s) at the beginning of this message. Messages following tool_use blocks must begin with a matching number of tool_result blocks.`
      return calls > 0 && isLate && [`messages.${at}.content`, text]
    }),
  'A-04'({ blocks }) {
    const seen = new Set<string>()
    return blocks.map(({ block, type, path }) => {
      const id = stringAt(block, 'id') ?? ''
      const isSeen = seen.has(id)
      if (type === 'tool_use') seen.add(id)
      return type === 'tool_use' && isSeen && [path, `${path}: \`tool_use\` ids must be unique`]
    })
  },
  'A-05': ({ messages }) =>
    messages.map((message, at) => {
      const ids = answered(message)
      const twice = ids.find((id, index) => ids.indexOf(id) !== index)
      const text = `each tool_use must have a single result. Found multiple \`tool_result\` blocks with id: ${twice}`
      return twice !== undefined && [`messages.${at}.content`, text]
    }),
  'A-06': ({ blocks }) =>
    blocks.map(({ block, type, path }) => {
      const [key, pattern] = ID_PATTERNS[type] ?? []
      const text = `${path}.${type}.${key}: String should match pattern '${pattern?.source}'`
      return key !== undefined && !pattern?.test(stringAt(block, key) ?? '') && [`${path}.${key}`, text]
    }),
  'A-07'({ blocks }) {
    const seen = new Set<string | undefined>()
    return blocks.map(({ block, type, path }) => {
      const answers = stringAt(block, 'tool_use_id') ?? ''
      if (type === 'server_tool_use' || type === 'mcp_tool_use') seen.add(stringAt(block, 'id'))
      const text = `${path}: unexpected \`tool_use_id\` found in \`${type}\` blocks: ${answers}. Each \`${type}\` block must have a corresponding \`server_tool_use\` block before it.`
      return type.endsWith('_tool_result') && !seen.has(answers) && [path, text]
    })
  },
  'A-08'({ request, blocks }) {
    const isUsed = blocks.some(({ type }) => type === 'tool_use' || type === 'tool_result')
    const isDefined = (isList(request['tools']) && request['tools'].length > 0) || isList(request['mcp_servers'])
    const text = 'Requests which include `tool_use` or `tool_result` blocks must define tools'
    return [isUsed && !isDefined && ['tools', text]]
  },
  'A-09': roles,
  'A-10': ({ request, messages }) => [
    ...messages.map((message, at) => emptyContent(message, `messages.${at}`)),
    isList(request['system']) &&
      request['system'].some(isEmptyText) && ['system', 'system: text content blocks must be non-empty'],
  ],
  'A-11'({ messages }) {
    const last = messages.at(-1)
    const said = last?.role === 'assistant' ? (stringAt(last.blocks.at(-1), 'text') ?? '') : ''
    const text = 'messages: final assistant content cannot end with trailing whitespace'
    return [said !== said.trimEnd() && [`messages.${messages.length - 1}`, text]]
  },
  'A-24'({ request, messages }) {
    const tools = isList(request['tools']) ? request['tools'] : []
    const expected = 'Input should be a valid string'
    return [
      ...tools.map((tool, index): Finding | false => {
        const isNull = isObject(tool) && tool['description'] === null
        return isNull && [`tools.${index}.description`, `tools.${index}.custom.description: ${expected}`]
      }),
      request['system'] === null && ['system', `system: ${expected}`],
      ...messages.map(({ content }, at): Finding | false => {
        const path = `messages.${at}.content`
        return (content === null || content === undefined) && [path, `${path}: ${expected}`]
      }),
    ]
  },
}

const PLAIN = /^[a-zA-Z0-9_-]+$/
const ID_PATTERNS: Readonly<Record<string, readonly [key: string, pattern: RegExp]>> = {
  tool_use: ['id', PLAIN],
  tool_result: ['tool_use_id', PLAIN],
  server_tool_use: ['id', /^srvtoolu_[a-zA-Z0-9_]+$/],
}

function called(message: WireMessage | undefined): string[] {
  return idsOf(message, 'assistant', 'tool_use', 'id')
}

function answered(message: WireMessage | undefined): string[] {
  return idsOf(message, 'user', 'tool_result', 'tool_use_id')
}

function idsOf(message: WireMessage | undefined, role: string, type: string, key: string): string[] {
  if (message?.role !== role) return []
  return message.blocks.flatMap((block) => (block['type'] === type ? [stringAt(block, key) ?? ''] : []))
}

function roles({ request, messages }: Messages): (Finding | false)[] {
  const [first] = messages
  const last = messages.length - 1
  if (!first) return [['messages', 'messages: at least one message is required']]
  const isPrefill = messages[last]?.role === 'assistant' && !mayPrefill(stringAt(request, 'model') ?? '')
  const isOpening = first.role === 'assistant' || first.role === 'system'
  return [
    ...messages.map(({ role }, at): Finding | false => {
      const path = `messages.${at}.role`
      return !['user', 'assistant', 'system'].includes(role) && [path, `${path}: Input should be 'user' or 'assistant'`]
    }),
    isOpening && ['messages.0.role', 'messages: first message must use the "user" role'],
    isPrefill && [
      `messages.${last}`,
      'This model does not support assistant message prefill. The conversation must end with a user message.',
    ],
  ]
}

function emptyContent({ role, content, blocks }: WireMessage, path: string): Finding | false {
  const isText = blocks.length > 0 && blocks.every((block) => block['type'] === 'text')
  if (role !== 'assistant' && (content === '' || (isList(content) && content.length === 0)))
    return [path, `${path}: user messages must have non-empty content`]
  if (isList(content) && blocks.some((block) => block['type'] === 'text' && isEmptyText(block)))
    return [`${path}.content`, 'messages: text content blocks must be non-empty']
  const isBlank = isText && content !== '' && blocks.every((block) => stringAt(block, 'text')?.trim() === '')
  return isBlank && [`${path}.content`, 'messages: text content blocks must contain non-whitespace text']
}

function isEmptyText(block: unknown): boolean {
  return isObject(block) && block['text'] === ''
}
