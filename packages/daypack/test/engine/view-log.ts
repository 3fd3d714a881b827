import type { Entry } from '../../src/model/entry.ts'
import type { Message } from '../../src/model/message.ts'
import type { SizedCrop, SizedEdit } from '../../src/model/edit.ts'
import { hashOf } from '../../src/log/intake.ts'
import { byBytes, messageSizes } from '../../src/tokens/count.ts'
import { project } from '../../src/view/project.ts'
import { render } from '../../src/view/render.ts'
import { assistant, calls, results, thinks, user } from './say.ts'

export function log(
  ...bodies: (Message | { mark: string; data?: object } | { edits: SizedEdit[]; epoch?: number })[]
): Entry[] {
  return bodies.map((body, index): Entry => {
    const at = { seq: index + 1, at: 1_000 + index }
    if ('role' in body)
      return {
        ...at,
        kind: 'message',
        message: body,
        hash: hashOf(body),
        sizes: messageSizes(body, byBytes(4).count),
        counter: 'bytes/4',
      }
    if ('mark' in body) return { ...at, kind: 'mark', name: body.mark, ...(body.data && { data: body.data as never }) }
    return {
      ...at,
      kind: 'edits',
      by: 'test',
      why: '',
      edits: body.edits,
      saved: 0,
      ...(body.epoch !== undefined && { epoch: body.epoch }),
    }
  })
}

export const crop = (block: `${number}.${number}`, text = '[cut]'): SizedCrop => ({
  op: 'crop',
  block,
  keep: [],
  note: { text },
  tokens: 2,
  bytes: text.length,
})

export const fold = (from: number, to: number, extra: object = {}): SizedEdit => ({
  op: 'fold',
  from,
  to,
  summary: { text: 'what happened', ...extra },
  tokens: 3,
  bytes: 13,
})

export const revert = (seq: number): SizedEdit => ({ op: 'revert', seq })

export const read = async (content: { text?: string }, span?: { from: number; to: number }) =>
  (content.text ?? '').slice(span?.from, span?.to)

export const texts = async (entries: Entry[]) =>
  (await render(project(entries), { read: read as never })).messages.map((message) => JSON.stringify(message.blocks))

/** Two calls at once, then a loop that thinks and is still open. */
export const twoTurns = (second: string) => [
  user('a'),
  calls('x', 'y'),
  results({ x: '1' }),
  results({ y: second }),
  assistant('b'),
  user('c'),
  thinks('z'),
  results({ z: '3' }),
]
