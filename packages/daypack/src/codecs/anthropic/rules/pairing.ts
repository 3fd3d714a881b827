import { isList, isObject, stringAt } from '../../../model/json.ts'
import { mayPrefill } from './models.ts'
import type { Messages, WireMessage } from './blocks.ts'
import type { Report, Rule } from '../../shared/rules.ts'

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

const called = (message: WireMessage | undefined) => idsOf(message, 'assistant', 'tool_use', 'id')
const answered = (message: WireMessage | undefined) => idsOf(message, 'user', 'tool_result', 'tool_use_id')

function idsOf(message: WireMessage | undefined, role: string, type: string, key: string): string[] {
  if (message?.role !== role) return []
  return message.blocks.flatMap((block) => (block['type'] === type ? [stringAt(block, key) ?? ''] : []))
}

function callsAnswered({ messages }: Messages, report: Report): void {
  messages.forEach((message, at) => {
    const answers = new Set(answered(messages[at + 1]))
    const open = called(message).filter((id) => !answers.has(id))
    if (open.length === 0) return
    const text = `messages.${at}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${open.join(', ')}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`
    report(`messages.${at}`, text)
  })
}

function resultsCalled({ messages, blocks }: Messages, report: Report): void {
  for (const { block, type, path, at } of blocks) {
    const id = stringAt(block, 'tool_use_id') ?? ''
    if (type !== 'tool_result' || called(messages[at - 1]).includes(id)) continue
    const text = `${path}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${id}. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message.`
    report(path, text)
  }
}

function resultsFirst({ messages }: Messages, report: Report): void {
  messages.forEach((message, at) => {
    const calls = called(messages[at - 1]).length
    const lead = message.blocks.findIndex((block) => block['type'] !== 'tool_result')
    const late = lead >= 0 && message.blocks.slice(lead).some((block) => block['type'] === 'tool_result')
    if (calls === 0 || !late) return
    const text = `Did not find ${calls} tool_result block(s) at the beginning of this message. Messages following tool_use blocks must begin with a matching number of tool_result blocks.`
    report(`messages.${at}.content`, text)
  })
}

function callIdsUnique({ blocks }: Messages, report: Report): void {
  const seen = new Set<string>()
  for (const { block, type, path } of blocks) {
    if (type !== 'tool_use') continue
    const id = stringAt(block, 'id') ?? ''
    if (seen.has(id)) report(path, `${path}: \`tool_use\` ids must be unique`)
    seen.add(id)
  }
}

function oneResultPerCall({ messages }: Messages, report: Report): void {
  messages.forEach((message, at) => {
    const ids = answered(message)
    const twice = ids.find((id, index) => ids.indexOf(id) !== index)
    if (twice === undefined) return
    const text = `each tool_use must have a single result. Found multiple \`tool_result\` blocks with id: ${twice}`
    report(`messages.${at}.content`, text)
  })
}

const PLAIN = /^[a-zA-Z0-9_-]+$/
const ID_PATTERNS = [
  ['tool_use', 'id', PLAIN],
  ['tool_result', 'tool_use_id', PLAIN],
  ['server_tool_use', 'id', /^srvtoolu_[a-zA-Z0-9_]+$/],
] as const

function idPattern({ blocks }: Messages, report: Report): void {
  for (const [wanted, key, pattern] of ID_PATTERNS)
    for (const { block, type, path } of blocks)
      if (type === wanted && !pattern.test(stringAt(block, key) ?? ''))
        report(`${path}.${key}`, `${path}.${type}.${key}: String should match pattern '${pattern.source}'`)
}

function hostedResultsCalled({ blocks }: Messages, report: Report): void {
  const seen = new Set<string>()
  for (const { block, type, path } of blocks) {
    const id = stringAt(block, 'id')
    const answers = stringAt(block, 'tool_use_id') ?? ''
    if ((type === 'server_tool_use' || type === 'mcp_tool_use') && id !== undefined) seen.add(id)
    if (!type.endsWith('_tool_result') || seen.has(answers)) continue
    const text = `${path}: unexpected \`tool_use_id\` found in \`${type}\` blocks: ${answers}. Each \`${type}\` block must have a corresponding \`server_tool_use\` block before it.`
    report(path, text)
  }
}

function toolsDefined({ request, blocks }: Messages, report: Report): void {
  const used = blocks.some(({ type }) => type === 'tool_use' || type === 'tool_result')
  const defined = (isList(request['tools']) && request['tools'].length > 0) || isList(request['mcp_servers'])
  if (used && !defined) report('tools', 'Requests which include `tool_use` or `tool_result` blocks must define tools')
}

function roles({ request, messages }: Messages, report: Report): void {
  const [first] = messages
  if (!first) return report('messages', 'messages: at least one message is required')
  messages.forEach(({ role }, at) => {
    if (!['user', 'assistant', 'system'].includes(role))
      report(`messages.${at}.role`, `messages.${at}.role: Input should be 'user' or 'assistant'`)
  })
  if (first.role === 'assistant' || first.role === 'system')
    report('messages.0.role', 'messages: first message must use the "user" role')
  if (messages.at(-1)?.role === 'assistant' && !mayPrefill(stringAt(request, 'model') ?? ''))
    report(
      `messages.${messages.length - 1}`,
      'This model does not support assistant message prefill. The conversation must end with a user message.',
    )
}

function nonEmpty({ request, messages }: Messages, report: Report): void {
  const isEmptyText = (block: unknown) => isObject(block) && block['text'] === ''
  messages.forEach(({ role, content, blocks }, at) => {
    const path = `messages.${at}`
    const isText = blocks.length > 0 && blocks.every((block) => block['type'] === 'text')
    if (role !== 'assistant' && (content === '' || (isList(content) && content.length === 0)))
      report(path, `${path}: user messages must have non-empty content`)
    else if (isList(content) && blocks.some((block) => block['type'] === 'text' && isEmptyText(block)))
      report(`${path}.content`, 'messages: text content blocks must be non-empty')
    else if (isText && content !== '' && blocks.every((block) => stringAt(block, 'text')?.trim() === ''))
      report(`${path}.content`, 'messages: text content blocks must contain non-whitespace text')
  })
  const { system } = request
  if (isList(system) && system.some(isEmptyText)) report('system', 'system: text content blocks must be non-empty')
}

function noTrailingSpace({ messages }: Messages, report: Report): void {
  const last = messages.at(-1)
  const text = last?.role === 'assistant' ? stringAt(last.blocks.at(-1), 'text') : undefined
  if (text !== undefined && text !== text.trimEnd())
    report(`messages.${messages.length - 1}`, 'messages: final assistant content cannot end with trailing whitespace')
}

function noNulls({ request, messages }: Messages, report: Report): void {
  const tools = isList(request['tools']) ? request['tools'] : []
  const expected = 'Input should be a valid string'
  tools.forEach((tool, index) => {
    if (isObject(tool) && tool['description'] === null)
      report(`tools.${index}.description`, `tools.${index}.custom.description: ${expected}`)
  })
  if (request['system'] === null) report('system', `system: ${expected}`)
  messages.forEach(({ content }, at) => {
    if (content === null || content === undefined)
      report(`messages.${at}.content`, `messages.${at}.content: ${expected}`)
  })
}
