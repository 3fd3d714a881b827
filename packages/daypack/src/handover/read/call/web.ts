import type { JsonObject } from '../../../model/json.ts'
import { plainText } from '../../text/ansi.ts'
import { flat } from '../../text/clip.ts'
import { pageText } from '../../text/page.ts'
import { brief, plainJson, webResults } from '../../text/json.ts'
import { KEPT, PLAN, type Part } from './told.ts'

/** A page by its title and what it says, results by title, address and first words. */
export function web(tool: string, args: JsonObject, text: string): Part {
  const found = webResults(text)
  if (found !== undefined) return { kind: 'web', head: `${tool} ${brief(args)}`, body: found, cut: 'list' }
  const page = pageText(linksLast(plainJson(plainText(text.slice(0, PLAN)))))
  const title = /^\s*(?:#\s+|Title:\s*|title:\s*)([^\n]{3,160})/m.exec(page.slice(0, 2000))?.[1]
  const head = `${tool} ${brief(args)}${title ? ` “${flat(title)}”` : ''}`
  return { kind: 'web', head, body: page.slice(0, KEPT * 4), cut: 'page' }
}

/** Links that a search lists before what it found come after it, by title and address. */
function linksLast(text: string): string {
  const line = /^Links: (\[.*\])[^\S\n]*$/m.exec(text)
  const links = line ? webResults(line[1] ?? '') : undefined
  if (!line || links === undefined) return text
  const rest = (text.slice(0, line.index) + text.slice(line.index + line[0].length)).trim()
  return `${rest}\nLinks:\n${links.split('\n').slice(0, MOST_LINKS).join('\n')}`
}

const MOST_LINKS = 8
