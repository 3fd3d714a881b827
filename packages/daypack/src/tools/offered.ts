import { isObject, type Json } from '../model/json.ts'

export type OfferedTool = {
  readonly name: string
  readonly fields: readonly string[]
  /** It takes a text in a language of its own, and no arguments. */
  readonly isFreeform: boolean
}

export function offeredIn(extra: string): OfferedTool[] {
  if (extra === '') return []
  return extra.split('\n').flatMap((line) => {
    try {
      return toolsIn(JSON.parse(line) as Json)
    } catch {
      return []
    }
  })
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
