import { hashOf } from '../../src/log/intake.ts'
import type { SizedEdit } from '../../src/model/edit.ts'
import type { EntryBody } from '../../src/model/entry.ts'
import type { Block, Message } from '../../src/model/message.ts'
import { byBytes, messageSizes } from '../../src/tokens/count.ts'
import { requestSeq } from '../../src/view/read.ts'
import type { View } from '../../src/view/view.ts'
import type { Random } from '../crash/random.ts'

const says = (length: number, random: Random) => `w${random.below(9)} `.repeat(1 + length)

/** Anything that may come next. */
export function drawn(view: View, random: Random): EntryBody {
  const seqs = view.slots.map(({ seq }) => seq)
  const seq = random.pick(seqs) ?? 1
  switch (random.below(16)) {
    case 0:
      return { kind: 'mark', name: random.pick(['pin', 'unpin', 'note']), data: random.pick([{ seq }, {}]) as never }
    case 1:
      if (random.chance(0.3))
        return { kind: 'mark', name: 'rewind', ...(random.chance(0.8) && { data: { after: seq } }) }
      return said(messageAfter(view, random), random)
    case 2:
      return {
        kind: 'usage',
        usage: { input: 10, cacheRead: 2, cacheWrite: 1, output: 3, head: view.head, counted: view.size },
      }
    case 3:
      return {
        ...said(view.slots.find((slot) => slot.seq === seq)?.message ?? user('x'), random),
        message: user(says(3, random)),
        replaces: random.chance(0.2) ? 0 : seq,
      } as EntryBody
    case 4:
    case 5:
    case 6: {
      const edits = Array.from({ length: 1 + random.below(3) }, () => editOn(view, random))
      const open = view.batches.map((batch) => batch.seq)
      if (open.length > 0 && random.chance(0.3)) edits.push({ op: 'revert', seq: random.pick(open) })
      return {
        kind: 'edits',
        by: 'drawn',
        why: 'so',
        edits,
        saved: 1,
        ...(random.chance(0.7) && { epoch: view.head + 1 }),
      }
    }
    default:
      return said(messageAfter(view, random), random)
  }
}

/** A message as the log holds it; now and then one that is not the caller's. */
export function said(message: Message, random: Random): EntryBody {
  const origin = random.chance(0.1) ? random.pick(['memory', 'restored', 'daypack'] as const) : undefined
  return {
    kind: 'message',
    message,
    hash: hashOf(message),
    sizes: messageSizes(message, byBytes(4).count),
    counter: 'bytes/4',
    ...(origin && { origin }),
  }
}

export const user = (text: string): Message => ({ role: 'user', blocks: [{ type: 'text', text }] })
export const picture: Block = {
  type: 'media',
  mediaType: 'image/png',
  content: { text: 'AAAA' },
  width: 75,
  height: 100,
} as never

function messageAfter(view: View, random: Random): Message {
  const last = view.slots.at(-1)?.message
  const open = last?.role === 'assistant' ? last.blocks.filter((block) => block.type === 'tool-call') : []
  if (open.length > 0 && random.chance(0.9))
    return {
      role: 'tool',
      blocks: open.map((call) => ({
        type: 'tool-result',
        callId: call.type === 'tool-call' ? call.callId : '',
        tool: 't',
        content: random.chance(0.1)
          ? { ref: 'f'.repeat(64), bytes: 500, lines: 9 }
          : { text: says(random.below(30), random) },
        ...(random.chance(0.3) && { attachments: [picture, picture] as never }),
      })),
    }
  if (last?.role === 'assistant' || last === undefined)
    return random.chance(0.1)
      ? { role: 'user', blocks: [picture, { type: 'text', text: 'look' }] }
      : random.chance(0.05)
        ? { role: 'user', blocks: [] }
        : random.chance(0.05)
          ? { role: 'system', blocks: [{ type: 'text', text: 'rules' }] }
          : user(says(random.below(20), random))
  const blocks: Block[] = []
  if (random.chance(0.4))
    blocks.push({
      type: 'opaque',
      purpose: 'reasoning',
      wire: { type: 'thinking', thinking: says(4, random) },
    } as never)
  if (random.chance(0.5)) blocks.push({ type: 'text', text: says(random.below(20), random) })
  for (let call = 0; call < random.below(3); call++)
    blocks.push({ type: 'tool-call', callId: `${view.head}-${call}`, tool: 't', input: {} })
  return { role: 'assistant', blocks: blocks.length > 0 ? blocks : [{ type: 'text', text: 'ok' }] }
}

function editOn(view: View, random: Random): SizedEdit {
  const seqs = view.slots.map(({ seq }) => seq)
  const [one, other] = [random.pick(seqs) ?? 1, random.pick(seqs) ?? 1]
  if (random.chance(0.6)) {
    const part = random.chance(0.2) ? `.${random.below(2)}` : ''
    const keep = random.chance(0.5)
      ? []
      : [
          { from: 0, to: 2 },
          { from: 3, to: 5 },
        ]
    return {
      op: 'crop',
      block: `${one}.${random.below(2)}${part}` as never,
      keep,
      note: { text: random.pick(['[cut]', '']), before: '<', between: '…' },
      tokens: 2,
      bytes: 5,
    }
  }
  const summary = {
    text: `what happened ${says(2, random)}`,
    ...(random.chance(0.3) && { reply: 'Noted.' }),
    ...(random.chance(0.5) && { request: requestSeq(view) ?? 0 }),
  }
  return { op: 'fold', from: Math.min(one, other), to: Math.max(one, other), summary, tokens: 3, bytes: 13 }
}
