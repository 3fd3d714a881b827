import { bytesOf, isStored, type Block } from '../model/message.ts'
import type { Json } from '../model/json.ts'
import { lineCount } from '../model/lines.ts'
import type { Result } from './results.ts'

const TARGET_FIELDS = ['command', 'cmd', 'pattern', 'query', 'url', 'prompt', 'description']
const MAX_TARGET = 80

export function describe(result: Result): string {
  const target = targetOf(result)
  return `${result.tool || 'tool'}${target ? ` ${target}` : ''}, ${sizeOf(result)}`
}

export function targetOf(result: Result): string {
  return result.facts.path ?? short(result.call?.input)
}

export function sizeOf(result: Result): string {
  const { content } = result.block
  const lines = isStored(content) ? content.lines : lineCount(Buffer.from(content.text))
  return `${lines} ${lines === 1 ? 'line' : 'lines'}, ${kilobytes(bytesOf(content))}`
}

export function kilobytes(bytes: number): string {
  return bytes < 1024 ? `${bytes} B` : `${(bytes / 1024).toFixed(1)} KB`
}

export function firstWords(text: string, chars: number): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length <= chars ? line : `${line.slice(0, chars).replace(/[\ud800-\udbff]$/, '')}…`
}

export function mediaName(block: Extract<Block, { type: 'media' }>): string {
  const pixels = block.width && block.height ? ` ${block.width}×${block.height}` : ''
  return `${block.mediaType || 'medium'}${pixels}`
}

function short(input: Json | undefined): string {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return ''
  const fields = input as { readonly [key: string]: Json }
  for (const name of TARGET_FIELDS) {
    const value = fields[name]
    if (typeof value === 'string' && value !== '') return firstWords(value, MAX_TARGET)
  }
  return ''
}
