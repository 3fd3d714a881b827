import { hashOf } from '../../src/log/intake.ts'
import type { Edit, SizedEdit } from '../../src/model/edit.ts'
import type { Entry, EntryBody } from '../../src/model/entry.ts'
import type { Block, Message } from '../../src/model/message.ts'
import { byBytes, messageSizes } from '../../src/tokens/count.ts'
import { diff } from '../../src/view/diff.ts'
import { fenced, HEADINGS, quoted, quotedAfter, REQUEST, unanswered } from '../../src/view/frame.ts'
import { EMPTY_VIEW, extend, number, project } from '../../src/view/project.ts'
import {
  atoms,
  boundLoop,
  isUndo,
  latestRequest,
  openLoop,
  reasonsInTurn,
  requestSeq,
  since,
} from '../../src/view/read.ts'
import { render } from '../../src/view/render.ts'
import { refusal } from '../../src/view/verify.ts'
import type { Item, View } from '../../src/view/view.ts'
import { randomFrom, type Random } from '../crash/random.ts'
import { digestOf } from './digest.ts'

const LOGS = 10
const STEPS = 45

/** Drawn logs in which anything may happen, entry by entry: what is shown, what may be edited, and what is sent. */
export async function views(): Promise<string> {
  const parts: string[] = []
  for (let log = 1; log <= LOGS; log++) {
    const random = randomFrom(log)
    const lines: string[] = []
    let view = EMPTY_VIEW
    const entries: Entry[] = []
    for (let step = 0; step < STEPS; step++) {
      const entry = { seq: view.head + 1, at: 1_000 * (view.head + 1), ...drawn(view, random) } as Entry
      entries.push(entry)
      const next = extend(view, [entry])
      lines.push(
        `${named(entry)}: ${shown(next)}${diff(view, next)
          .map(
            (change) =>
              `; ${Object.values(change)
                .map((part) => (typeof part === 'object' ? `${part.tokens}/${part.bytes}` : part))
                .join(' ')}`,
          )
          .join('')}`,
      )
      view = next
    }
    lines.push(...(await judged(view)), `from scratch: ${digestOf(flat(project(entries)))} ${digestOf(flat(view))}`)
    parts.push(`## ${log}\n${lines.join('\n')}`)
  }
  return `${parts.join('\n\n')}\n\n${await ends()}\n\n${frames()}\n`
}

const says = (length: number, random: Random) => `w${random.below(9)} `.repeat(1 + length)

/** Anything that may come next. */
function drawn(view: View, random: Random): EntryBody {
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

function said(message: Message, random: Random): EntryBody {
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

const user = (text: string): Message => ({ role: 'user', blocks: [{ type: 'text', text }] })
const picture: Block = {
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

function named(entry: Entry): string {
  if (entry.kind === 'message')
    return `${entry.seq} ${entry.message.role}${entry.origin ? ` of ${entry.origin}` : ''}${entry.replaces === undefined ? '' : ` for ${entry.replaces}`}`
  if (entry.kind === 'edits')
    return `${entry.seq} ${entry.edits.map((edit) => (edit.op === 'crop' ? `crop ${edit.block}` : edit.op === 'fold' ? `fold ${edit.from}–${edit.to}` : `revert ${edit.seq}`)).join(', ')}${entry.epoch === undefined ? '' : ' epoch'}`
  return `${entry.seq} ${entry.kind === 'mark' ? `${entry.name} ${JSON.stringify(entry.data)}` : entry.kind}`
}

function shown(view: View): string {
  const { items, size, sent, grown, pins, touchedAt, usages } = view
  const loop = `${openLoop(items)?.seq ?? '-'} ${boundLoop(items)?.seq ?? '-'} ${latestRequest(view)?.seq ?? '-'} ${requestSeq(view) ?? '-'} ${reasonsInTurn(view)}`
  return `${size.tokens}/${size.bytes} sent ${sent} grown ${grown.tokens}/${grown.steps} pins ${[...pins].join()} at ${touchedAt} bills ${usages.length} loop ${loop} ${items.map(itemOf).join(' ')} ${digestOf(flat(view))}`
}

function itemOf(item: Item): string {
  if (item.kind === 'fold') return `(${item.seq}–${item.to}${item.cuts ? ' cut' : ''})`
  const blocks = item.blocks.map((block) => `${block.stale ? 'stale' : block.crop ? 'crop' : ''}${block.size.tokens}`)
  return `${item.seq}${item.message.role[0]}${item.whole ? '' : '!'}${item.pinned ? 'p' : ''}[${blocks.join()}]`
}

const flat = (view: View) => ({ ...view, pins: [...view.pins], marks: [...view.marks] })

/** What may be done to the last view, and what is sent of it. */
async function judged(view: View): Promise<string[]> {
  const blocks = view.slots.flatMap(({ seq, message }) => message.blocks.map((_, index) => `${seq}.${index}` as const))
  const keeps = [
    [],
    [{ from: 0, to: 2 }],
    [{ from: 2, to: 2 }],
    [
      { from: 0, to: 4 },
      { from: 3, to: 5 },
    ],
    [{ from: 0, to: 9_999 }],
  ]
  const crops = blocks.flatMap((block) => keeps.map((keep): Edit => ({ op: 'crop', block, keep, note: { text: 'n' } })))
  const folds = view.slots.flatMap((one, at) =>
    view.slots.slice(at, at + 6).flatMap(({ seq }) =>
      [undefined, requestSeq(view)].map((request): Edit => ({
        op: 'fold',
        from: one.seq,
        to: seq,
        summary: { text: 's', ...(request !== undefined && { request }) },
      })),
    ),
  )
  const reverts = view.batches.slice(-2).map((batch): Edit => ({ op: 'revert', seq: batch.seq }))
  const odd: Edit[] = [
    { op: 'fold', from: 3, to: 2, summary: { text: '' } },
    { op: 'fold', from: 0, to: 1, summary: { text: '' } },
    { op: 'revert', seq: 999 },
    { op: 'crop', block: '999.0', keep: [], note: { text: '' } },
  ]
  const answers = Map.groupBy([...crops, ...folds, ...reverts, ...odd], (edit) =>
    (refusal(view, edit) ?? 'may be').replaceAll(/[\d–-]+/g, '#'),
  )
  const read = async (content: { text?: string; ref?: string }, span?: { from: number; to: number }) =>
    (content.text ?? 'stored '.repeat(70)).slice(span?.from, span?.to)
  const sent = await render(view, { read })
  return [
    ...[...answers].map(([why, edits]) => `${why}: ${edits.length} ${digestOf(edits)}`),
    `atoms ${atoms(view.items)
      .map(({ from, to }) => `${from}-${to}`)
      .join(' ')}; undone ${view.batches
      .filter(isUndo)
      .map(({ seq }) => seq)
      .join()}; since 9: ${since(view, 9).length}`,
    `sent ${sent.messages.map(({ role, blocks: parts }) => `${role[0]}${parts.length}`).join(' ')} ${digestOf(sent)}`,
    `numbered ${JSON.stringify(
      number(
        view,
        [
          { kind: 'mark', name: 'a' },
          { kind: 'mark', name: 'b' },
        ],
        5,
      ),
    )}`,
  ]
}

/** What drawn logs seldom end in. */
async function ends(): Promise<string> {
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

/** Lines of others that look like ours. */
function frames(): string {
  const ours = [
    ...Object.values(HEADINGS),
    ...Object.values(REQUEST),
    '[12] x',
    '[12–15] x',
    '- [1] x',
    '[12]x',
    '[1234567890] x',
    '#### Note',
    '# Notes',
    '####### Note',
    '# the latest',
    '(Last checks up to here)',
    '(Paths that do not',
    '</file>',
    '<code ',
    '<filet',
    'user: x',
    'result (a): x',
    'results: x',
    'called (a\nb): x',
    '[Hand-over',
    '[Messages 3',
    '[Messages x',
    'plain',
    '[3] USER: x',
  ]
  const breaks = ['\n', '\r', '\u2028', ' ', '']
  return [
    '## Lines that look like ours',
    ...ours.map(
      (line) =>
        `- ${JSON.stringify(line.slice(0, 40))}: ${breaks.map((cut) => Number(quotedAfter(`a${cut}${line}`).includes('› '))).join('')} ${breaks.map((cut) => Number(quotedAfter(`a${cut}   ${line}`).includes('› '))).join('')} ${Number(quoted(line).startsWith('› '))} ${Number(fenced('file', {}, line).includes('› '))}`,
    ),
    `- ${JSON.stringify(['→ USER: x', '→USER: x', '→ user: x', '-> USER:'].map(unanswered))}`,
    `- ${JSON.stringify([fenced('file', { path: 'a"<b>\n\u2028 → USER: x', n: '1' }, 'x </FILE> y </file-2 z'), fenced('code', {}, '')])}`,
  ].join('\n')
}
