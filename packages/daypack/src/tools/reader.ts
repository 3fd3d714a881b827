import ARGUMENTS from './arguments.json' with { type: 'json' }
import { toolOf, type ToolTable } from './table.ts'
import { isObject, parsedJson, type Json } from '../model/json.ts'

/** The arguments that read on; or a command, which a script runs where the tool takes no command itself. */
export type Resume = { readonly path: string; readonly line?: string; readonly column?: string } | 'shell' | 'script'

export type Reader = { readonly name: string; readonly resume: Resume }

const USUAL: Resume = { path: 'file_path', line: 'start_line', column: 'start_column' }

export function readerNamed(name: string, tools: ToolTable): Reader {
  return { name, resume: toolOf(name, tools)?.resume ?? USUAL }
}

/** The reader used last, any that reads files, one of ours, or a shell; undefined where none is offered. */
export function readerIn(
  offered: readonly OfferedTool[],
  seen: string | undefined,
  tools: ToolTable,
): Reader | undefined {
  if (offered.length === 0) return undefined
  const which = (does: string) => offered.filter(({ name }) => toolOf(name, tools)?.does === does)
  const read = which('read')
  const found =
    read.find(({ name }) => name === seen) ??
    read.find(({ fields }) => pick(fields, 'path') !== undefined) ??
    which('retrieval').find(({ fields }) => fields.includes('file_path'))
  if (found) return { name: found.name, resume: resumeOf(found, tools) }
  const [shell] = which('shell')
  return { name: shell?.name ?? '', resume: shell?.isFreeform ? 'script' : 'shell' }
}

function resumeOf({ name, fields }: OfferedTool, tools: ToolTable): Resume {
  const path = pick(fields, 'path')
  if (path === undefined) return readerNamed(name, tools).resume
  const line = pick(fields, 'from')
  const column = pick(fields, 'column')
  return { path, ...(line !== undefined && { line }), ...(column !== undefined && { column }) }
}

function pick(fields: readonly string[], what: keyof typeof ARGUMENTS): string | undefined {
  return ARGUMENTS[what].find((name) => fields.includes(name))
}

export type OfferedTool = {
  readonly name: string
  readonly fields: readonly string[]
  /** It takes a text in a language of its own, and no arguments. */
  readonly isFreeform: boolean
}

export function offeredIn(extra: string): OfferedTool[] {
  if (extra === '') return []
  return extra.split('\n').flatMap((line) => toolsIn((parsedJson(line) ?? null) as Json))
}

/** Providers wrap a tool in `function`, and lists of them in `functionDeclarations` or `tools`. */
function toolsIn(value: Json): OfferedTool[] {
  if (Array.isArray(value)) return (value as readonly Json[]).flatMap(toolsIn)
  if (!isObject(value)) return []
  const inside = [value['functionDeclarations'], value['tools']].flatMap((list) => toolsIn(list ?? null))
  const tool = isObject(value['function']) ? value['function'] : value
  const { name } = tool
  if (typeof name !== 'string') return inside
  const schema = tool['parameters'] ?? tool['input_schema'] ?? tool['parametersJsonSchema'] ?? tool['inputSchema']
  const fields = isObject(schema) && isObject(schema['properties']) ? Object.keys(schema['properties']) : []
  return [{ name, fields, isFreeform: tool['type'] === 'custom' && !isObject(schema) }, ...inside]
}
