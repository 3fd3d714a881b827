import type { Message } from '../../packages/daypack/src/model/message.ts'
import { fileActions, type FileAction } from '../../packages/daypack/src/tools/actions.ts'

type FileEdit = Extract<FileAction, { type: 'edit' }>

/** Every edit of a file, with all that the messages before it said. */
export function* editsIn(
  messages: readonly Message[],
  said: (message: Message) => string,
): Generator<{ readonly edit: FileEdit; readonly seen: string }> {
  let seen = ''
  for (const message of messages) {
    for (const block of message.blocks) {
      if (block.type !== 'tool-call') continue
      for (const edit of fileActions(block.tool, block.input)) if (edit.type === 'edit') yield { edit, seen }
    }
    seen += said(message)
  }
}
