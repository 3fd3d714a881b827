import type { Edit } from '../../src/model/edit.ts'
import { measureEdit } from '../../src/plan/measure-edit.ts'
import { answer, openDesk, request, step } from '../../../daypack-testing/src/desk.ts'
import { byBytes } from '../../src/tokens/count.ts'

export const count = byBytes(4).count
export const readText = async (content: { text?: string }, span?: { from: number; to: number }) =>
  Buffer.from(content.text ?? '').toString('utf8', span?.from, span?.to)

/** What edits save and what they show, at and around where they save nothing. */
export async function weights(): Promise<string> {
  const desk = openDesk({ bytesPerToken: 4 })
  await desk.say(
    request('go'),
    answer('a'.repeat(100)),
    ...step({ tool: 'bash', output: 'o'.repeat(200), callId: 'c' }),
  )
  await desk.say({
    role: 'user',
    blocks: [{ type: 'media', mediaType: 'image/png', content: { text: 'm'.repeat(900) } }],
  })
  await desk.say(request('next'))
  const edits: Edit[] = [
    ...[95, 96, 99, 100, 101].map((n): Edit => ({ op: 'crop', block: '2.0', keep: [], note: { text: 'n'.repeat(n) } })),
    { op: 'crop', block: '2.0', keep: [{ from: 0, to: 90 }], note: { text: 'n', before: 'b', between: '-' } },
    {
      op: 'crop',
      block: '2.0',
      keep: [
        { from: 0, to: 10 },
        { from: 20, to: 30 },
      ],
      note: { text: ' ', between: '…' },
    },
    ...['', ' ', 'n'].map((text): Edit => ({ op: 'crop', block: '2.0', keep: [], note: { text } })),
    ...['', 'n'].map((text): Edit => ({ op: 'crop', block: '4.0', keep: [], note: { text } })),
    { op: 'crop', block: '4.0', keep: [{ from: 0, to: 180 }], note: { text: '' } },
    ...['', 'n'].map((text): Edit => ({ op: 'crop', block: '5.0', keep: [], note: { text } })),
    { op: 'fold', from: 2, to: 4, summary: { text: 's'.repeat(40) } },
    { op: 'fold', from: 2, to: 4, summary: { text: 's'.repeat(40), reply: 'r'.repeat(12) } },
    { op: 'fold', from: 2, to: 2, summary: { text: ' ' } },
    { op: 'fold', from: 2, to: 3, summary: { text: 's' } },
    { op: 'fold', from: 2, to: 6, summary: { text: 's' } },
    { op: 'revert', seq: 1 },
  ]
  const before = desk.view
  await desk.run(
    [{ name: 'x', propose: () => ({ why: '', edits: [{ op: 'crop', block: '2.0', keep: [], note: { text: 'n' } }] }) }],
    { isForced: true },
  )
  edits.push({ op: 'revert', seq: desk.view.batches[0]?.seq ?? 0 })
  const rows: string[] = []
  for (const edit of edits) {
    const made = await measureEdit(edit.op === 'revert' ? desk.view : before, edit, count, readText as never)
    const said =
      'refused' in made
        ? made.refused
        : `saves ${JSON.stringify(made.saved)}, shows ${'tokens' in made.edit ? `${made.edit.tokens} ${made.edit.bytes}` : 'nothing'}`
    rows.push(`- ${JSON.stringify(edit).replaceAll(/(\w)\1{4,}/g, '$1+')}: ${said}`)
  }
  return ['## Weights', ...rows].join('\n')
}
