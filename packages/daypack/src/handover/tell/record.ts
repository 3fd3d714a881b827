import { isStored, textOf, toolCalls, toolResults } from '../../model/message.ts'
import type { Json } from '../../model/json.ts'
import { clip, flat } from '../text/clip.ts'
import { numberOf } from '../../view/read.ts'
import type { Item, ShownMessage, View } from '../../view/view.ts'

const QUOTE = 400
const LINE = 160
const SUMMARY = 600

/** One item in one line: who, what, on what, how big, under which number. An earlier summary is cut to its start. */
export function recordOf(view: View, item: Item): string {
  const number = numberOf(view, item.seq)
  if (item.kind === 'fold')
    return `- [${number}–${numberOf(view, item.to)}] summary: ${quote(item.summary.text, SUMMARY)}`
  const { role } = item.message
  if (role === 'user') return `- [${number}] user: ${quote(textOf(item.message), QUOTE)}`
  if (role === 'assistant') return assistant(item, number)
  return results(item, number)
}

function assistant(item: ShownMessage, number: number): string {
  const text = quote(textOf(item.message), LINE)
  const calls = toolCalls(item.message).map((call) => `${call.tool}(${target(call.input)})`)
  return `- [${number}] assistant: ${[text, ...calls].filter(Boolean).join(' · ')}`
}

function results(item: ShownMessage, number: number): string {
  const sizes = toolResults(item.message).map((result) => {
    const bytes = isStored(result.content) ? result.content.bytes : Buffer.byteLength(result.content.text)
    return `${result.isError ? 'failed, ' : ''}${bytes} bytes`
  })
  const said = quote(textOf(item.message), QUOTE)
  return `- [${number}] result: ${[sizes.join(', '), said].filter(Boolean).join(' · ')}`
}

/** The one value of the input that says most: a path, command or query if there is one. */
function target(input: Json): string {
  if (input === null || typeof input !== 'object' || Array.isArray(input)) return quote(JSON.stringify(input), LINE)
  const values = Object.entries(input).filter((field): field is [string, string] => typeof field[1] === 'string')
  const telling = values.find(([key]) => /path|file|command|query|pattern|url/i.test(key)) ?? values[0]
  return telling ? quote(telling[1], LINE) : ''
}

function quote(text: string, max: number): string {
  return clip(flat(text), max)
}
