import type { Edit } from '../../src/model/edit.ts'
import type { Usage } from '../../src/model/usage.ts'
import type { Budget } from '../../src/passes/pass.ts'
import { billedFrom, correction, countedFrom, exceeds, firstChanged, gaugeOf, isTooBig } from '../../src/plan/gauge.ts'
import { DEFAULT_PRICES, pays, ratios, tideOf, type Gauge } from '../../src/plan/policy.ts'
import { weigh } from '../../src/plan/weigh.ts'
import { answer, openDesk, request, step } from '../../src/testing/desk.ts'
import { byBytes } from '../../src/tokens/count.ts'
import { EMPTY_VIEW } from '../../src/view/project.ts'
import type { View } from '../../src/view/view.ts'
import { GAUGE } from '../gauge.ts'

/** What the planner's parts say at and around each of their limits, line by line. */
export async function plans(): Promise<string> {
  const parts = [bills(), marks(), tides(), await changes(), await weights()]
  return `${parts.join('\n\n')}\n`
}

const usage = (counted: number, billed: number, more: Partial<Usage> = {}): Usage => ({
  input: billed - 2,
  cacheRead: 1,
  cacheWrite: 1,
  output: 5,
  head: 10,
  counted: { tokens: counted, bytes: counted * 4 },
  ...more,
})

/** What bills teach: below, at and above what is plausible and telling, before and behind an epoch. */
function bills(): string {
  const line = (name: string, usages: readonly Usage[], model?: string, epoch = 0, edited = false) => {
    const by = correction(usages, model, epoch, 100_000, edited)
    return `- ${name}: factor ${by.factor.toFixed(4)}, offset ${by.offset.toFixed(1)}; 50000 is billed as ${billedFrom(50_000, by)}, 100000 counts as ${countedFrom(100_000, by)}`
  }
  const thrice = (counted: number, billed: number, more: Partial<Usage> = {}) =>
    Array.from({ length: 3 }, () => usage(counted, billed, more))
  const of = (...ratios: number[]) => ratios.map((ratio) => usage(10_000, 10_000 * ratio))
  return [
    '## Bills',
    line('none', []),
    ...[0, 1_399, 1_400, 1_999, 2_000, 3_000, 29_999, 30_000, 30_001].map((billed) =>
      line(`2000 counted, ${billed} billed, three times`, thrice(2_000, billed)),
    ),
    line('1999 counted, 3000 billed, three times', thrice(1_999, 3_000)),
    line('nothing counted', thrice(0, 10)),
    line('one of a half more', of(1.5)),
    line('two', of(1.5, 1.5)),
    line('three', of(1.5, 1.5, 1.5)),
    line('rising', of(1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 1.7)),
    line('falling', of(1.7, 1.6, 1.5, 1.4, 1.3, 1.2, 1.1)),
    line('beyond the most', thrice(10_000, 27_000)),
    line('a large offset', [usage(4_000, 34_999)]),
    ...[9, 10, 11].map((epoch) => line(`an epoch at ${epoch}`, thrice(10_000, 13_000), undefined, epoch)),
    line('beyond the most, an epoch after it', thrice(10_000, 27_000), undefined, 11),
    line('of another model', thrice(10_000, 13_000, { model: 'b' }), 'a'),
    line('of this model', thrice(10_000, 13_000, { model: 'a' }), 'a'),
    line('of no model', thrice(10_000, 13_000), 'a'),
    line('of a model, none asked for', thrice(10_000, 13_000, { model: 'b' })),
    line('edited by the provider', [usage(10_000, 3_000)], undefined, 0, true),
    line(
      'edited, nothing billed',
      [usage(10_000, 3_000), usage(10_000, 0, { cacheRead: 0, cacheWrite: 0, input: 0 })],
      undefined,
      0,
      true,
    ),
    line('a smaller bill', [...thrice(10_000, 15_000), usage(10_000, 8_000)]),
    `- ${[-5, 0, 5].map((offset) => `${billedFrom(1, { factor: 1, offset })} ${countedFrom(1, { factor: 2, offset })}`).join(', ')}`,
  ].join('\n')
}

const gauge: Gauge = { ...GAUGE, maxBytes: 1_000_001, after: undefined }

/** The water marks of both policies, with defaults and without. */
function marks(): string {
  const policies = {
    'ratios()': ratios(),
    'ratios(.95)': ratios({ high: 0.95 }),
    'ratios(.6, .3, .7)': ratios({ high: 0.6, low: 0.3, hard: 0.7 }),
    'pays()': pays(),
    'pays(.1, 2)': pays({ first: 0.1, patience: 2 }),
  }
  const gauges: Record<string, Partial<Gauge>> = {
    first: {},
    'after 1001': { after: 1_001 },
    'after 19999': { after: 19_999 },
    'after 70000': { after: 70_000 },
    cold: { isCold: true },
    'cold, after 30000': { isCold: true, after: 30_000 },
    'in a loop': { isOpenLoop: true },
    'of 200000': { usable: 200_000 },
    'of 200001': { usable: 200_001 },
    'of 1000000': { usable: 1_000_000 },
    'slowly growing': { growth: 200 },
    'dear reads': { prices: { cacheRead: 0.5, cacheWrite: 2, output: 5 } },
  }
  const rows = Object.entries(policies).flatMap(([name, policy]) =>
    Object.entries(name.startsWith('ratios') ? { first: {}, 'in a loop': { isOpenLoop: true } } : gauges).map(
      ([when, more]) => {
        const [high, low] = [policy.trigger({ ...gauge, ...more }), policy.target({ ...gauge, ...more })]
        return `- ${name}, ${when}: ${high.tokens} tokens ${high.bytes} bytes → ${low.tokens} ${low.bytes}`
      },
    ),
  )
  return ['## Water marks', `- prices ${JSON.stringify(DEFAULT_PRICES)}`, ...rows].join('\n')
}

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

const slot = (seq: number, role: 'user' | 'assistant', since = seq) =>
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
function tides(): string {
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
  const weathers = {
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
    ...Object.entries(weathers).flatMap(([name, weather]) =>
      [500, 501].map(
        (used) => `- ${name}, ${used} used: ${Object.values(tideOf(EMPTY_VIEW, budget(used), weather)).join(', ')}`,
      ),
    ),
    `- ${[99, 100, 101].map((n) => [exceeds({ tokens: n, bytes: 1 }, { tokens: 100, bytes: 100 }), exceeds({ tokens: 1, bytes: n }, { tokens: 100, bytes: 100 })]).join(' ')}`,
    `- ${[9_999, 10_000, 10_001].map((bytes) => isTooBig(budget(1, { used: { tokens: 1, bytes } }))).join(' ')}`,
  ].join('\n')
}

/** The first message that reads otherwise than it was sent. */
async function changes(): Promise<string> {
  const fold = (from: number, turn: number, overtaken = true) =>
    ({
      seq: turn,
      turns: [1, turn],
      edits: [
        { op: 'fold', from, to: from + 1 },
        { op: 'crop', block: '1.0' },
      ],
      ...(overtaken && { overtaken }),
    }) as never
  const at = (view: Partial<View>, sent: number) => firstChanged({ ...EMPTY_VIEW, ...view }, sent) ?? 'none'
  const slots = [slot(1, 'user'), slot(2, 'assistant', 6), slot(3, 'user', 7)]
  const desk = openDesk()
  await desk.say(request('Hi.'), answer('a'.repeat(8_000)), request('b'.repeat(4_000)))
  const limits = {
    window: 10_000,
    maxOutput: 1_000,
    maxBytes: 1e6,
    extra: { tokens: 7, bytes: 9 },
    prices: DEFAULT_PRICES,
  }
  const { view: _, ...seen } = gaugeOf(desk.view, limits, true)
  desk.bill({ input: 3_100, cacheRead: 10, cacheWrite: 5, output: 1 })
  const { view: __, ...billed } = gaugeOf(desk.view, limits, false)
  desk.mark('server-edits', {})
  desk.bill({ input: 1_500, cacheRead: 0, cacheWrite: 0, output: 1 })
  const { view: ___, ...edited } = gaugeOf(desk.view, limits, false)
  desk.mark('epoch', {})
  const { view: ____, ...after } = gaugeOf(desk.view, limits, false)
  return [
    '## What changed',
    `- slots: ${[0, 1, 2, 3, 5, 6, 7, 8].map((sent) => at({ slots }, sent)).join(' ')}`,
    `- folds: ${[3, 4, 5].map((sent) => at({ batches: [fold(2, 4)] }, sent)).join(' ')}`,
    `- billed at once: ${gaugeOf({ ...EMPTY_VIEW, usages: [{ ...usage(10, 20), seq: 1, at: 0 }] }, limits, false).billed}`,
    `- not overtaken: ${at({ batches: [fold(2, 4, false)] }, 3)}`,
    `- the earlier of both: ${at({ slots, batches: [fold(1, 9)] }, 6)} ${at({ slots, batches: [fold(4, 9)] }, 6)}`,
    ...[seen, billed, edited, after].map((each) => `- ${JSON.stringify(each)}`),
  ].join('\n')
}

export const count = byBytes(4).count
export const readText = async (content: { text?: string }, span?: { from: number; to: number }) =>
  Buffer.from(content.text ?? '').toString('utf8', span?.from, span?.to)

async function weights(): Promise<string> {
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
    const made = await weigh(edit.op === 'revert' ? desk.view : before, edit, count, readText as never)
    const said =
      'refused' in made
        ? made.refused
        : `saves ${JSON.stringify(made.saved)}, shows ${'tokens' in made.edit ? `${made.edit.tokens} ${made.edit.bytes}` : 'nothing'}`
    rows.push(`- ${JSON.stringify(edit).replaceAll(/(\w)\1{4,}/g, '$1+')}: ${said}`)
  }
  return ['## Weights', ...rows].join('\n')
}
