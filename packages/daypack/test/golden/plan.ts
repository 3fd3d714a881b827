import type { Usage } from '../../src/model/usage.ts'
import { toBilled, correction, toCounted, firstChangedSeq, readBudget } from '../../src/plan/budget.ts'
import { DEFAULT_PRICES, costPolicy, ratios, type BudgetReading } from '../../src/plan/policy.ts'
import { answer, openDesk, request } from '../../../daypack-testing/src/desk.ts'
import { EMPTY_VIEW } from '../../src/view/project.ts'
import type { View } from '../../src/view/view.ts'
import { GAUGE } from '../gauge.ts'
import { slot, tides } from './plan-tides.ts'
import { weights } from './plan-weights.ts'

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
    return `- ${name}: factor ${by.factor.toFixed(4)}, offset ${by.offset.toFixed(1)}; 50000 is billed as ${toBilled(50_000, by)}, 100000 counts as ${toCounted(100_000, by)}`
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
    `- ${[-5, 0, 5].map((offset) => `${toBilled(1, { factor: 1, offset })} ${toCounted(1, { factor: 2, offset })}`).join(', ')}`,
  ].join('\n')
}

const gauge: BudgetReading = { ...GAUGE, maxBytes: 1_000_001, after: undefined }

/** The water marks of both policies, with defaults and without. */
function marks(): string {
  const policies = {
    'ratios()': ratios(),
    'ratios(.95)': ratios({ high: 0.95 }),
    'ratios(.6, .3, .7)': ratios({ high: 0.6, low: 0.3, hard: 0.7 }),
    'pays()': costPolicy(),
    'pays(.1, 2)': costPolicy({ first: 0.1, patience: 2 }),
  }
  const gauges: Record<string, Partial<BudgetReading>> = {
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

/** The first message that reads otherwise than it was sent. */
async function changes(): Promise<string> {
  const fold = (from: number, turn: number, isVoid = true) =>
    ({
      seq: turn,
      turns: [1, turn],
      edits: [
        { op: 'fold', from, to: from + 1 },
        { op: 'crop', block: '1.0' },
      ],
      ...(isVoid && { isVoid }),
    }) as never
  const at = (view: Partial<View>, sent: number) =>
    firstChangedSeq({ ...EMPTY_VIEW, replacedAt: 7, ...view }, sent) ?? 'none'
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
  const { view: _, ...seen } = readBudget(desk.view, limits, true)
  desk.bill({ input: 3_100, cacheRead: 10, cacheWrite: 5, output: 1 })
  const { view: __, ...billed } = readBudget(desk.view, limits, false)
  desk.mark('server-edits', {})
  desk.bill({ input: 1_500, cacheRead: 0, cacheWrite: 0, output: 1 })
  const { view: ___, ...edited } = readBudget(desk.view, limits, false)
  desk.mark('epoch', {})
  const { view: ____, ...after } = readBudget(desk.view, limits, false)
  return [
    '## What changed',
    `- slots: ${[0, 1, 2, 3, 5, 6, 7, 8].map((sent) => at({ slots }, sent)).join(' ')}`,
    `- folds: ${[3, 4, 5].map((sent) => at({ batches: [fold(2, 4)] }, sent)).join(' ')}`,
    `- billed at once: ${readBudget({ ...EMPTY_VIEW, usages: [{ ...usage(10, 20), seq: 1, at: 0 }] }, limits, false).billed}`,
    `- not void: ${at({ batches: [fold(2, 4, false)] }, 3)}`,
    `- the earlier of both: ${at({ slots, batches: [fold(1, 9)] }, 6)} ${at({ slots, batches: [fold(4, 9)] }, 6)}`,
    ...[seen, billed, edited, after].map((each) => `- ${JSON.stringify(each)}`),
  ].join('\n')
}
