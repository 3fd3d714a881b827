import type { Edit } from '../../src/model/edit.ts'
import type { Entry } from '../../src/model/entry.ts'
import { diff } from '../../src/view/diff.ts'
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
import { randomFrom } from '../crash/random.ts'
import { digestOf } from './digest.ts'
import { drawn } from './view-drawn.ts'
import { ends } from './view-ends.ts'
import { frames } from './view-frames.ts'

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
