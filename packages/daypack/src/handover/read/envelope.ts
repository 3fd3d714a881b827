import { listOf } from '../../dialects/dialects.ts'
import { isList, isObject, type Json, type JsonObject } from '../../model/json.ts'
import type { Block, Message } from '../../model/message.ts'
import { parsedJson } from '../text/json.ts'

/**
 * A message as what it is about: a call handed to another tool as that tool's call, a result without the wrappers that
 * protocols and clients put around it. The same object when there is nothing to open. All of a hand-over reads it so (story,
 * names, files, failures); what is sent stays as it was.
 */
export function opened(message: Message): Message {
  const blocks = message.blocks.map((block): Block => {
    if (block.type === 'tool-call') return innerCall(block)
    return block.type === 'tool-result' ? innerResult(block) : block
  })
  return blocks.every((block, at) => block === message.blocks[at]) ? message : { ...message, blocks }
}

type Call = Extract<Block, { type: 'tool-call' }>
type Result = Extract<Block, { type: 'tool-result' }>

const TOOL = ['tool_name', 'toolName', 'tool', 'function_name', 'action_name']
const SERVER = ['server_name', 'serverName', 'server']
const ARGUMENTS = ['params', 'arguments', 'args', 'tool_args', 'tool_input', 'parameters', 'input']

/** The name of a tool that calls tools says so. */
const CALLS = /(?:^|[^a-z])(?:call|use|run|execute|exec|invoke|dispatch|mcp)(?:[^a-z]|$)/i

/** Tools that call tools: the one meant and what it is given. */
function innerCall(block: Call): Call {
  const { input } = block
  if (!isObject(input) || !CALLS.test(block.tool.replace(/([a-z])([A-Z])/g, '$1_$2'))) return block
  const tool = nameIn(input, TOOL)
  const given = asObject(input[ARGUMENTS.find((name) => name in input) ?? ''])
  if (tool === undefined || given === undefined) return block
  const server = nameIn(input, SERVER)
  return { ...block, tool: server === undefined ? tool : `${server}__${tool}`, input: given }
}

function nameIn(value: JsonObject, names: readonly string[]): string | undefined {
  return names
    .map((name) => value[name])
    .find((one): one is string => typeof one === 'string' && /^[\w.:/-]{2,100}$/.test(one))
}

function asObject(value: Json | undefined): JsonObject | undefined {
  const whole = typeof value === 'string' ? parsedJson(value) : value
  return isObject(whole) ? whole : undefined
}

/** Wrappers inside each other. */
const DEPTH = 4

function innerResult(block: Result): Result {
  if (!('text' in block.content)) return block
  let { text } = block.content
  let isError = block.isError ?? false
  for (let depth = 0; depth < DEPTH; depth++) {
    const inner = ofProgram(text) ?? ofProtocol(text)
    if (!inner) break
    text = inner.text
    isError ||= inner.isError
  }
  if (text === block.content.text) return block
  return { ...block, content: { text }, ...((isError || block.isError !== undefined) && { isError }) }
}

type Inner = { readonly text: string; readonly isError: boolean }

const HEADS = listOf('resultHeads').map((form) => new RegExp(form))

/** The output of a program below what its host says of the run. */
function ofProgram(text: string): Inner | undefined {
  const found = HEADS.map((form) => form.exec(text)).find((one) => one !== null)
  if (!found) return undefined
  const head = found[1] === undefined ? '' : `[exit code ${found[1]}]\n`
  return { text: head + text.slice(found[0].length), isError: false }
}

const FIELDS = new Set(['_meta', 'meta', 'content', 'isError', 'structuredContent', 'toolUseId', 'status'])

/** A result of the Model Context Protocol, or a list of content parts, as JSON. */
function ofProtocol(text: string): Inner | undefined {
  if (!text.includes('"text"')) return undefined
  const value = parsedJson(text)
  const isEnvelope = isObject(value) && Object.keys(value).every((name) => FIELDS.has(name))
  const content = isEnvelope ? value['content'] : value
  if (!isList(content) || content.length === 0) return undefined
  const parts = content.map((part) => (isObject(part) && part['type'] === 'text' ? part['text'] : undefined))
  if (!parts.every((part) => typeof part === 'string')) return undefined
  return { text: parts.join('\n'), isError: isEnvelope && value['isError'] === true }
}
