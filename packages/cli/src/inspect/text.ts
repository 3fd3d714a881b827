import { render, type Block, type View } from 'daypack'
import type { TextPart } from 'daypack-inspector/api'
import type { Place } from './ids.ts'
import type { OpenSession } from './reader.ts'

const PIECE = 200_000
const PREVIEW = 160

export async function originalText(block: Block, session: OpenSession, most = Infinity): Promise<string> {
  switch (block.type) {
    case 'text':
      return block.text
    case 'tool-call':
      return typeof block.input === 'string' ? block.input : JSON.stringify(block.input, undefined, 2)
    case 'tool-result':
      return session.read(block.content, most < Infinity ? { from: 0, to: most } : undefined)
    case 'media':
      return mediaText(block)
    case 'opaque':
      return JSON.stringify(block.wire, undefined, 2)
  }
}

export async function shownText({ item, shown }: Omit<Place, 'id'>, session: OpenSession): Promise<string> {
  if (item.kind === 'fold') return item.summary.text
  if (!shown || shown.stale) return ''
  const { block } = shown
  if (block.type === 'media' && !shown.crop) return mediaText(block)
  const view = { items: [{ ...item, blocks: [shown] }] } as unknown as View
  const { messages } = await render(view, { read: session.read })
  const made = messages[0]?.blocks[0]
  if (!made) return ''
  return originalText(made, session)
}

function mediaText(block: Block & { type: 'media' }): string {
  const { mediaType, width, height, content } = block
  const bytes = 'ref' in content ? content.bytes : content.text.length
  const size = width !== undefined && height !== undefined ? `, ${width} × ${height}` : ''
  return `[${mediaType || 'medium'}${size}, ${bytes} bytes]`
}

export function piece(text: string, from: number): TextPart {
  const end = Math.min(text.length, from + PIECE)
  return { text: text.slice(from, end), from, length: text.length, more: end < text.length }
}

export function oneLine(text: string): string {
  const line = text
    .slice(0, PREVIEW * 2)
    .replaceAll(/\s+/g, ' ')
    .trim()
  return line.length > PREVIEW ? `${line.slice(0, PREVIEW)}…` : line
}

export async function previewOf(block: Block, session: OpenSession): Promise<string> {
  if (block.type === 'tool-call') return oneLine(JSON.stringify(block.input))
  if (block.type === 'opaque') return oneLine(reasoningOf(block.wire) ?? JSON.stringify(block.wire))
  return oneLine(await originalText(block, session, PREVIEW * 4))
}

export function reasoningOf(wire: unknown): string | undefined {
  const text = (wire as { thinking?: unknown } | null)?.thinking
  return typeof text === 'string' && text !== '' ? text : undefined
}

export function labelOf(block: Block): string {
  switch (block.type) {
    case 'text':
      return 'text'
    case 'tool-call':
      return block.tool
    case 'tool-result':
      return block.tool || 'result'
    case 'media':
      return block.mediaType || 'medium'
    case 'opaque':
      return block.purpose
  }
}

export const KINDS = {
  text: 'text',
  'tool-call': 'call',
  'tool-result': 'result',
  media: 'media',
  opaque: 'opaque',
} as const
