// A request as text: what a model sees, for people and models to read.
import type { Block, Content, Json, Message } from 'daypack'
import { isStored } from 'daypack/internal'

export type Told = {
  readonly system?: Message | undefined
  readonly tools?: readonly string[]
  readonly messages: readonly Message[]
  /** Number the messages from here, for those who examine; a model sees no numbers. */
  readonly from?: number
}

export function textOfRequest({ system, tools = [], messages, from }: Told): string {
  const lead = [
    ...(system ? [`${heading('system')}\n${textOfMessage(system)}`] : []),
    ...(tools.length > 0 ? [`${heading('tools')}\n${tools.join(', ')}`] : []),
  ]
  const told = messages.map(
    (message, index) =>
      `${heading(message.role, from === undefined ? undefined : from + index)}\n${textOfMessage(message)}`,
  )
  return `${[...lead, ...told].join('\n\n')}\n`
}

const heading = (role: string, number?: number) => `━━━━ ${role}${number === undefined ? '' : ` [${number}]`} ━━━━`

function textOfMessage(message: Message): string {
  return message.blocks
    .map(textOfBlock)
    .filter((text) => text !== '')
    .join('\n')
}

function textOfBlock(block: Block): string {
  switch (block.type) {
    case 'text':
      return block.text
    case 'tool-call':
      return JSON.stringify({ call: block.tool, input: block.input })
    case 'tool-result': {
      const more = (block.attachments ?? []).map(textOfBlock)
      return [
        `(${block.isError ? 'error' : 'result'} of ${block.tool || 'a call'})`,
        contentText(block.content),
        ...more,
      ].join('\n')
    }
    case 'media':
      return `(${block.mediaType || 'media'})`
    case 'opaque':
      return block.purpose === 'reasoning' ? thoughts(block.wire) : `(${block.purpose})`
  }
}

function contentText(content: Content): string {
  return isStored(content) ? `(${content.bytes} bytes, stored)` : content.text
}

function thoughts(wire: Json): string {
  const said = typeof wire === 'object' && wire !== null && 'thinking' in wire ? wire['thinking'] : undefined
  return typeof said === 'string' && said !== '' ? `(thinking) ${said}` : ''
}
