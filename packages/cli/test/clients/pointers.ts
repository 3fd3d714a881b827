import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Json } from 'daypack'
import { itemsOf, toolsIn, type JsonObject } from './script.ts'

/** A file of the folded dialog, and the tool it is to be read with; a call or a command that reads on. */
const FILE = /^- (\S+) lines \d+-\d+: messages/gm
const TOOL = /Read it with `([^`]+)`|`([^`]+)` with (\w+=\S+(?: \w+=\d+)*)|`([^`]+)`(, as a shell command)?: sed -n/g

/** What a request says of where to read on, and what of it leads nowhere for the agent that is told so. */
export type Pointers = { readonly told: number; readonly dead: readonly string[] }

/** A tool must be offered in this very request and take each argument; a file must be there, and its path hold in any folder. */
export function pointersIn(body: JsonObject, workspace: string): Pointers {
  const tools = new Map(toolsIn(body).map((tool) => [tool.name, tool]))
  const dead = new Set<string>()
  let told = 0
  for (const text of itemsOf(body).flatMap(textsIn)) {
    if (!text.includes(workspace)) continue
    for (const [, file = ''] of text.matchAll(FILE)) {
      told++
      if (!path.isAbsolute(file) || !existsSync(file)) dead.add(`no file ${file}`)
    }
    for (const [, reads, calls, words = '', runs, asScript] of text.matchAll(TOOL)) {
      const name = reads ?? calls ?? runs ?? ''
      const tool = tools.get(name)
      told++
      if (!tool) dead.add(`no tool ${name}`)
      if (tool?.isCustom && runs !== undefined && !asScript) dead.add(`${name} takes no command`)
      for (const [, field = ''] of words.matchAll(/(?:^| )(\w+)=/g))
        if (tool && !Object.hasOwn((tool.schema['properties'] ?? {}) as JsonObject, field))
          dead.add(`no ${field} of ${name}`)
    }
  }
  return { told, dead: [...dead] }
}

function textsIn(value: Json): string[] {
  if (typeof value === 'string') return [value]
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(textsIn) : []
}
