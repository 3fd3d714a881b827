import type { RenderedMessage } from '../../model/codec.ts'
import type { Daypack } from '../../daypack.ts'
import { textReader } from '../../session/planning.ts'
import type { Session } from '../../session/session.ts'
import { blockText } from '../../view/block-text.ts'
import { render } from '../../view/render.ts'

export async function shownText(pack: Daypack, session: Session): Promise<string> {
  const { blobs } = pack.driver
  if (!blobs) return ''
  const { messages } = await render(session.view, { read: textReader(blobs) })
  return messages.map(messageText).join('\n\n')
}

function messageText({ role, blocks }: RenderedMessage): string {
  return `## ${role}\n\n${blocks.map(blockText).join('\n\n')}`
}
