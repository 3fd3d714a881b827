import type { Budget } from '../../src/passes/pass.ts'
import { exceeds, isTooBig } from '../../src/plan/budget.ts'
import { tideOf } from '../../src/plan/policy.ts'
import { EMPTY_VIEW } from '../../src/view/project.ts'
import type { View } from '../../src/view/view.ts'

const budget = (tokens: number, more: Partial<Budget> = {}): Budget => ({
  window: 1_000,
  usable: 900,
  used: { tokens, bytes: 100 },
  extra: { tokens: 0, bytes: 0 },
  high: { tokens: 500, bytes: 5_000 },
  low: { tokens: 300, bytes: 2_500 },
  maxBytes: 10_000,
  ...more,
})

export const slot = (seq: number, role: 'user' | 'assistant', since = seq) =>
  ({
    seq,
    since,
    at: 0,
    hash: '',
    sizes: [],
    origin: 'caller',
    message: { role, blocks: [{ type: 'text', text: 'x' }] },
  }) as View['slots'][number]

/** Whether an epoch is due, with what the log remembers of earlier ones. */
export function tides(): string {
  const calm = { isCold: false, isSwitch: false, isForced: false }
  const seen = (marked: Record<string, [number, unknown]>, more: Partial<View> = {}): View => ({
    ...EMPTY_VIEW,
    ...more,
    marks: new Map(Object.entries(marked).map(([name, [seq, data]]) => [name, { seq, at: 0, data: data as never }])),
  })
  const abandoned = (seq: number, used: number, times = 1, usable = 900): Record<string, [number, unknown]> => ({
    abandoned: [seq, { used, usable, times }],
  })
  const talk = [slot(1, 'user'), slot(2, 'assistant'), slot(3, 'user'), slot(4, 'assistant'), slot(5, 'user')]
  const undo = (seq: number) =>
    ({ seq, edits: [{ op: 'revert', seq: 1 }], turns: [seq], active: true }) as unknown as View['batches'][number]
  const epoch = (seq: number): Record<string, [number, unknown]> => ({ epoch: [seq, { after: 100 }] })
  const rows: [string, View, Budget, boolean?][] = [
    ...[499, 500, 501, 900, 901].map((used): [string, View, Budget] => [`${used} used`, EMPTY_VIEW, budget(used)]),
    ...[5_000, 5_001, 10_000, 10_001].map((bytes): [string, View, Budget] => [
      `${bytes} bytes, two gave up`,
      seen(abandoned(3, 100, 2)),
      budget(100, { used: { tokens: 100, bytes } }),
    ]),
    ...[1, 2, 3, 4, 5, 6].map((seq): [string, View, Budget] => [
      `an epoch at ${seq}`,
      seen(epoch(seq), { slots: talk }),
      budget(600),
    ]),
    ['an epoch without figures', seen({ epoch: [1, undefined] }, { slots: talk }), budget(600)],
    ...[4, 5, 6].map((seq): [string, View, Budget] => [
      `undone at ${seq}`,
      { ...EMPTY_VIEW, slots: talk, batches: [undo(seq)] },
      budget(600),
    ]),
    ['undone, no request', { ...EMPTY_VIEW, batches: [undo(1)] }, budget(600)],
    ['undone, too big', { ...EMPTY_VIEW, batches: [undo(1)] }, budget(901)],
    ...[689, 690, 691].map((used): [string, View, Budget] => [
      `one gave up at 600, ${used} used`,
      seen(abandoned(9, 600)),
      budget(used),
    ]),
    ...[809, 810, 989, 990, 991].map((usable): [string, View, Budget] => [
      `two gave up in 900, ${usable} usable`,
      seen(abandoned(9, 100, 2)),
      budget(600, { usable }),
    ]),
    ['three gave up', seen(abandoned(9, 100, 3)), budget(600)],
    ...[0, 1, 2].map((seq): [string, View, Budget] => [
      `gave up at ${seq}, epoch at 1`,
      seen({ ...epoch(1), ...abandoned(seq, 600) }, { slots: talk }),
      budget(600),
    ]),
    ...[4, 5, 6].flatMap((seq) =>
      [599, 600, 601].map((used): [string, View, Budget, boolean] => [
        `exact, gave up at 5, epoch at ${seq}, ${used} used`,
        seen({ ...epoch(seq), ...abandoned(5, 600) }, { slots: [slot(1, 'user'), slot(2, 'assistant', 9)] }),
        budget(used),
        true,
      ]),
    ),
    ...[4, 5, 6].map((seq): [string, View, Budget, boolean] => [
      `exact, epoch at ${seq}`,
      seen(epoch(seq), { slots: talk }),
      budget(600),
      true,
    ]),
    ['exact, nothing before', seen({}, { slots: talk }), budget(600), true],
    ['exact, no messages', seen(epoch(1)), budget(600), true],
  ]
  const conditions = {
    forced: { ...calm, isForced: true },
    switched: { ...calm, isSwitch: true },
    cold: { ...calm, isCold: true },
  }
  return [
    '## Tides',
    ...rows.map(([name, view, at, isExact]) => {
      const { tide, why } = tideOf(view, at, calm, isExact)
      return `- ${name}: ${tide}, ${why}`
    }),
    ...Object.entries(conditions).flatMap(([name, each]) =>
      [500, 501].map(
        (used) => `- ${name}, ${used} used: ${Object.values(tideOf(EMPTY_VIEW, budget(used), each)).join(', ')}`,
      ),
    ),
    `- ${[99, 100, 101].map((n) => [exceeds({ tokens: n, bytes: 1 }, { tokens: 100, bytes: 100 }), exceeds({ tokens: 1, bytes: n }, { tokens: 100, bytes: 100 })]).join(' ')}`,
    `- ${[9_999, 10_000, 10_001].map((bytes) => isTooBig(budget(1, { used: { tokens: 1, bytes } }))).join(' ')}`,
  ].join('\n')
}
