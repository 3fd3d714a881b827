import type { SizedEdit } from '../../src/model/edit.ts'
import type { Entry, EntryBody } from '../../src/model/entry.ts'
import type { Block, Message } from '../../src/model/message.ts'
import { diff } from '../../src/view/diff.ts'
import { project } from '../../src/view/project.ts'
import { render } from '../../src/view/render.ts'
import { randomFrom } from '../crash/random.ts'
import { picture, said, user } from './view-drawn.ts'

/** What drawn logs seldom end in. */
export async function ends(): Promise<string> {
  const random = randomFrom(99)
  const numbered = (...bodies: EntryBody[]): Entry[] =>
    bodies.map((body, index) => ({ seq: index + 1, at: index, ...body }))
  const edits = (...list: SizedEdit[]): EntryBody => ({ kind: 'edits', by: 'x', why: '', edits: list, saved: 1 })
  const says = (message: Message) => said(message, random)
  const text = (words: string): Message => ({ role: 'assistant', blocks: [{ type: 'text', text: words }] })
  const fold = (from: number, to: number, more: object = {}): SizedEdit => ({
    op: 'fold',
    from,
    to,
    summary: { text: 'It tells of fountains.', ...more },
    tokens: 3,
    bytes: 22,
  })
  const result = (content: object, attachments?: readonly Block[]): Message => ({
    role: 'tool',
    blocks: [{ type: 'tool-result', callId: 'c', tool: 't', content, ...(attachments && { attachments }) } as never],
  })
  const read = async (content: { text?: string }) => content.text ?? 'stored'
  const shown = async (entries: Entry[]) => {
    const { messages } = await render(project(entries), { read: read as never })
    return JSON.stringify(
      messages.map(({ role, blocks }) => [role, ...blocks.map((block) => ('text' in block ? block.text : block.type))]),
    )
  }
  const talk = [says(user('go to the fountains')), says(text('gone')), says(user('and back'))]
  const answered = numbered(...talk, edits(fold(1, 3, { request: 3, reply: 'Noted.' })))
  const call: EntryBody = says({
    role: 'assistant',
    blocks: [{ type: 'tool-call', callId: 'c', tool: 't', input: {} }],
  })
  const pictured = numbered(...talk, call, says(result({ text: 'see' }, [picture, picture])))
  const cropped = [
    ...pictured,
    {
      seq: 6,
      at: 6,
      ...edits({ op: 'crop', block: '5.0.1', keep: [], note: { text: '[gone]' }, tokens: 2, bytes: 6 }),
    } as Entry,
  ]
  const replaced = (first: Message, next: Message) => {
    const entries = numbered(says(first), says(text('gone')), says(user('x')), says(text('y')), edits(fold(2, 3)))
    const more = { seq: 6, at: 6, ...says(next), replaces: 1 } as Entry
    return project([...entries, more])
      .items.map((item) => item.kind)
      .join(' ')
  }
  const stored = result({ ref: 'f'.repeat(64), bytes: 500, lines: 9 })
  const both: Message = { ...stored, blocks: [...user('plain').blocks, ...stored.blocks] }
  return [
    '## Ends',
    `- a fold with a reply at the end: ${await shown(answered)}`,
    `- and before something: ${await shown([...answered, { seq: 5, at: 5, ...says(user('more')) }])}`,
    `- an attachment cropped: ${JSON.stringify(diff(project(pictured), project(cropped)))}`,
    ...[
      [user('the fountains'), user('the wells')],
      [user('the wells'), user('the fountains')],
      [stored, user('x')],
      [both, user('plain')],
      [user('plain'), both],
    ].map(([was, now], at) => `- changed ${at + 1}: ${replaced(was as Message, now as Message)}`),
  ].join('\n')
}
