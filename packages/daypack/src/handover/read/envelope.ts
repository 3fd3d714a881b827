import { listOf } from '../../dialects/dialects.ts'
import { isList, isObject, type Json, type JsonObject } from '../../model/json.ts'
import type { Block, Message } from '../../model/message.ts'
import { parsedJson } from '../text/json.ts'

/**
 * A message as what it is about: a call handed to another tool as that tool's call, a result without the wrappers that
 * protocols and clients put around it. The same object when there is nothing to open. All of a hand-over reads it so (story,
 * names, files, trials); what is sent stays as it was.
 */
export function opened(message: Message): Message {
  let isChanged = false
  const blocks = message.blocks.map((block): Block => {
    const next =
      block.type === 'tool-call' ? innerCall(block) : block.type === 'tool-result' ? innerResult(block) : block
    isChanged ||= next !== block
    return next
  })
  return isChanged ? { ...message, blocks } : message
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
  if (!isObject(block.input) || !CALLS.test(block.tool.replace(/([a-z])([A-Z])/g, '$1_$2'))) return block
  const tool = stringIn(block.input, TOOL)
  const name = ARGUMENTS.find((one) => one in (block.input as JsonObject))
  const given = name === undefined ? undefined : asObject(block.input[name])
  if (tool === undefined || given === undefined) return block
  const server = stringIn(block.input, SERVER)
  return { ...block, tool: server === undefined ? tool : `${server}__${tool}`, input: given }
}

function stringIn(value: JsonObject, names: readonly string[]): string | undefined {
  for (const name of names) {
    const one = value[name]
    if (typeof one === 'string' && /^[\w.:/-]{2,100}$/.test(one)) return one
  }
  return undefined
}

function asObject(value: Json | undefined): JsonObject | undefined {
  const whole = typeof value === 'string' ? parsedJson(value) : value
  return isObject(whole) ? whole : undefined
}

const DEPTH = 4

function innerResult(block: Result): Result {
  if (!('text' in block.content)) return block
  let { text } = block.content
  let { isError } = block
  for (let depth = 0; depth < DEPTH; depth++) {
    const inner = open(text)
    if (!inner) break
    text = inner.text
    if (inner.isError) isError = true
  }
  return text === block.content.text
    ? block
    : { ...block, content: { text }, ...(isError !== undefined && { isError }) }
}

type Inner = { readonly text: string; readonly isError: boolean }

function open(text: string): Inner | undefined {
  return ofProgram(text) ?? ofPython(text) ?? ofProtocol(text) ?? ofCutProtocol(text)
}

const HEADS = listOf('resultHeads').map((form) => new RegExp(form))

/** The output of a program below what its host says of the run. */
function ofProgram(text: string): Inner | undefined {
  for (const form of HEADS) {
    const found = form.exec(text)
    if (!found) continue
    const code = found[1] === undefined ? '' : `[exit code ${found[1]}]\n`
    return { text: code + text.slice(found[0].length), isError: false }
  }
  return undefined
}

/** A result of the Model Context Protocol, or a list of content parts, as JSON. */
function ofProtocol(text: string): Inner | undefined {
  if (!/^\s*[[{]/.test(text) || !text.includes('"text"')) return undefined
  const value = parsedJson(text)
  const content = isObject(value) && isEnvelope(value) ? value['content'] : value
  if (!isList(content) || content.length === 0) return undefined
  const parts = content.map((part) => (isObject(part) && part['type'] === 'text' ? part['text'] : undefined))
  if (!parts.every((part) => typeof part === 'string')) return undefined
  return { text: parts.join('\n'), isError: isObject(value) && value['isError'] === true }
}

/** The same, cut off on its way. */
const CUT = /^\s*\{\s*(?:"_?meta": ?null,\s*)?"content": ?\[\s*\{\s*"type": ?"text",\s*"text": ?(?=")/

function ofCutProtocol(text: string): Inner | undefined {
  const start = CUT.exec(text)
  const literal = start && parsedJson(text) === undefined ? quoted(text, start[0].length) : undefined
  return literal && { text: literal.text + text.slice(literal.end).replace(CLOSING, ''), isError: false }
}

const CLOSING = /^,?\s*(?:"annotations": ?null\s*)?\}?\s*\]?,?\s*(?:"isError": ?false\s*)?\}?\s*/

const FIELDS = new Set(['_meta', 'meta', 'content', 'isError', 'structuredContent', 'toolUseId', 'status'])

function isEnvelope(value: JsonObject): boolean {
  return Object.keys(value).every((name) => FIELDS.has(name))
}

/** How Python clients print the same: `meta=None content=[TextContent(type='text', text='…', …)] isError=False`. */
const PYTHON = /^\s*(?:CallToolResult\()?(?:_?meta=None,? )?content=\[(?=TextContent\()/
const PART = /TextContent\(type='text', text=/g

function ofPython(text: string): Inner | undefined {
  if (!PYTHON.test(text)) return undefined
  const parts: string[] = []
  PART.lastIndex = 0
  for (let found = PART.exec(text); found; found = PART.exec(text)) {
    const literal = quoted(text, PART.lastIndex)
    if (!literal) return undefined
    parts.push(literal.text)
    PART.lastIndex = literal.end
  }
  return parts.length === 0
    ? undefined
    : { text: parts.join('\n'), isError: /\bisError=True\)?\s*$/.test(text.slice(-200)) }
}

const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  '\\': '\\',
  "'": "'",
  '"': '"',
  '/': '/',
}

/** The string that begins at `from`, as Python and JSON write it; of one that was cut off what there is. */
function quoted(source: string, from: number): { text: string; end: number } | undefined {
  const quote = source[from]
  if (quote !== "'" && quote !== '"') return undefined
  let text = ''
  let start = from + 1
  for (let at = start; at < source.length; at++) {
    const char = source[at]
    if (char === quote) return { text: text + source.slice(start, at), end: at + 1 }
    if (char !== '\\') continue
    text += source.slice(start, at)
    const next = source[++at] ?? ''
    const digits = next === 'x' ? 2 : next === 'u' ? 4 : next === 'U' ? 8 : 0
    const code = digits > 0 ? Number.parseInt(source.slice(at + 1, at + 1 + digits), 16) : Number.NaN
    text += Number.isNaN(code) || code > 0x10ffff ? (ESCAPES[next] ?? `\\${next}`) : String.fromCodePoint(code)
    if (!Number.isNaN(code)) at += digits
    start = at + 1
  }
  return { text: text + source.slice(start), end: source.length }
}
