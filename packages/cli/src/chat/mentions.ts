import { statSync } from 'node:fs'
import path from 'node:path'
import type { Message } from 'daypack'
import { fenced } from 'daypack/internal'
import type { Chat } from './types.ts'

const MENTION = /(?<=^|\s)@(?:"([^"\n]+)"|([^\s"]+))/g

/** What the user said, and the files named in it as `@path`, read as the model would read them. */
export async function withFiles(chat: Chat, said: string, signal: AbortSignal): Promise<Message> {
  const reader = chat.tools.find(({ name }) => name === 'read_file')
  const files: string[] = []
  for (const [, quoted, plain = ''] of said.matchAll(MENTION)) {
    const name = quoted ?? plain.replace(/[.,;:!?)]+$/, '')
    if (!reader || !isFile(path.resolve(chat.cwd, name))) {
      if (/[./]/.test(name)) chat.ui.line(`There is no file ${name} here; the message goes out without it.`, 'notice')
      continue
    }
    files.push(fenced('file', { path: name }, await reader.run({ file_path: name }, { signal })))
  }
  return {
    role: 'user',
    blocks: [said, ...files].map((text) => ({ type: 'text', text })),
  }
}

function isFile(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isFile() ?? false
}
