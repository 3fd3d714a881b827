import { readerNamed } from '../../src/tools/reader.ts'
import { TOOLS } from '../../src/tools/table.ts'
import type { Pass } from '../../src/passes/pass.ts'
import { plan, type Effects, type PlannerInput } from '../../src/plan/plan.ts'
import { DEFAULT_PRICES, ratios } from '../../src/plan/policy.ts'
import { answer, openDesk, request, type Desk } from '../../../daypack-testing/src/desk.ts'
import { count, readText } from './plan-weights.ts'

async function desk(): Promise<Desk> {
  const made = openDesk({ window: 1_100 })
  await made.say(request('go'), answer('a'.repeat(2_000)), request('on'), answer('b'.repeat(2_000)), request('now'))
  return made
}

const leaves = (bytes: number, more: Partial<Pass> = {}): Pass => ({
  name: `leaves ${bytes}`,
  propose: () => ({
    why: 'shorter',
    edits: [{ op: 'crop', block: '2.0', keep: [{ from: 0, to: bytes }], note: { text: '' } }],
  }),
  ...more,
})
const fails = (name: string, more: Partial<Pass> = {}): Pass => ({
  name,
  propose: () => Promise.reject(new Error(`${name} broke`)),
  ...more,
})

/** Epochs that cut hardly enough and hardly too little, that fail, and that are taken back. */
export async function epochs(): Promise<string> {
  const rows: string[] = []
  let stop = new AbortController()
  const told = async (
    name: string,
    passes: readonly Pass[],
    change: (input: PlannerInput) => PlannerInput,
    made?: Desk,
  ) => {
    const at = made ?? (await desk())
    const effects: Effects = {
      count,
      readText: readText as never,
      read: async (shown) => (shown.block.type === 'text' ? shown.block.text : ''),
      store: () => Promise.reject(new Error('nowhere')),
      path: (ref) => ref,
      signal: stop.signal,
    }
    const input: PlannerInput = {
      passes,
      timing: 'tide',
      policy: ratios({ high: 0.5, low: 0.2, hard: 0.5 }),
      limits: { window: 1_200, maxOutput: 0, maxBytes: 1e6, extra: { tokens: 0, bytes: 0 }, prices: DEFAULT_PRICES },
      conditions: { isCold: false, isSwitch: false, isForced: false },
      sent: 0,
      now: 5,
      facts: {
        idleMs: 0,
        reasoning: { binds: false, requires: false },
        reader: () => readerNamed('read', TOOLS),
        tools: at.context().tools,
      },
    }
    const { view, budget: _, ...found } = await plan(at.view, change(input), effects)
    rows.push(
      `- ${name}: ${found.tide}, ${found.before.tokens} → ${found.after.tokens}${found.givenUp === undefined ? '' : `, ${found.givenUp}`}${found.unfit ? `, ${JSON.stringify(found.unfit)} too big` : ''}`,
      ...found.skipped.map(({ by, why }) => `  not ${by}: ${why}`),
      ...found.entries.map((entry) => `  ${JSON.stringify(entry).slice(0, 300)}`),
      `  ${view.items.length} items, head ${view.head}`,
    )
    return found.entries
  }
  const as = (input: PlannerInput) => input
  const forced = (input: PlannerInput) => ({ ...input, conditions: { ...input.conditions, isForced: true } })
  const beside = (tokens: number, bytes: number) => (input: PlannerInput) => ({
    ...input,
    limits: { ...input.limits, extra: { tokens, bytes } },
  })
  const exact = (input: PlannerInput) => ({ ...input, policy: { ...input.policy, exact: true } })
  const full = (input: PlannerInput) => ({ ...input, limits: { ...input.limits, window: 1_000 } })
  for (const bytes of [1_176, 1_180, 1_184, 1_188, 1_192, 1_196, 1_200])
    await told(`${bytes} bytes left`, [leaves(bytes)], as)
  await told('hardly shorter, forced', [leaves(1_990)], forced)
  await told('hardly shorter, exact', [leaves(1_990)], exact)
  for (const bytes of [1_996, 1_998])
    await told(`shorter by a token or by bytes alone, forced, ${bytes}`, [leaves(bytes)], forced)
  await told('hardly shorter, too big before', [leaves(1_990)], full)
  await told('by bytes alone', [leaves(1_100)], (input) => ({
    ...input,
    limits: { ...input.limits, window: 100_000, maxBytes: 4_200 },
  }))
  for (const bytes of [1_176, 1_180, 1_184])
    await told(`${bytes} bytes left, a fifth of the tokens or not`, [leaves(bytes)], beside(2, 10_000))
  for (const bytes of [1_156, 1_160, 1_164])
    await told(`${bytes} bytes left, a fifth of the bytes or not`, [leaves(bytes)], (input) => {
      const { limits, ...rest } = beside(10_000, 73)(input)
      return { ...rest, limits: { ...limits, window: 100_000, maxBytes: 4_600 } }
    })
  const stopping: Pass = { name: 'stopping', propose: () => (stop.abort(), { why: 'stops', edits: [] }) }
  await told('stopped', [stopping, leaves(10)], as)
  stop = new AbortController()
  for (const window of [1_022, 1_023])
    await told(`nothing to do in ${window}`, [], (input) => ({ ...input, limits: { ...input.limits, window } }))
  await told('nothing to do', [], as)
  await told('nothing to do, forced', [], forced)
  await told('nothing to do, too big', [], (input) => ({
    ...input,
    limits: { ...input.limits, window: 500, maxBytes: 1_000 },
  }))
  await told('as big as can be', [], (input) => ({ ...input, limits: { ...input.limits, window: 1_000 } }))
  await told('enough before the last', [leaves(10), leaves(5)], (input) => ({
    ...input,
    policy: ratios({ high: 0.5, low: 0.45, hard: 0.5 }),
  }))
  await told('not costly before cheap', [leaves(10, { costly: true }), leaves(900)], as)
  await told('sent before', [leaves(10, { fresh: true })], (input) => ({ ...input, sent: 2 }))
  await told('sent before the second', [leaves(10, { fresh: true })], (input) => ({ ...input, sent: 1 }))
  await told('eager', [leaves(1_990), leaves(900, { costly: true })], (input) => ({
    ...input,
    timing: 'eager',
    sent: 5,
  }))
  await told('fails', [fails('cheap'), leaves(10)], as)
  await told('a costly one fails', [fails('dear', { costly: true })], as)
  await told('a costly one fails, another does not', [fails('dear', { costly: true }), leaves(10)], as)
  await told('cheap fails and nothing else is there', [fails('cheap')], as)
  const remembering = (model?: 'answered' | 'failed'): Pass => ({
    name: 'noting',
    costly: true,
    propose: (_, ctx) => ({
      why: `rests ${ctx.modelRests}`,
      edits: [],
      remember: { name: 'note', data: 'paid for' },
      ...(model && { model }),
    }),
  })
  await told('remembered', [remembering()], as)
  await told('remembered, its model answered', [remembering('answered')], as)
  await told('remembered, its model failed', [remembering('failed')], as)
  for (const counts of [{ dear: 2 }, { dear: 3 }, { 'dear model': 3 }, { dear: 'odd' }, [1]]) {
    const at = await desk()
    at.mark('failed', counts)
    const asked: unknown[] = []
    const dear: Pass = {
      ...leaves(10, { costly: true }),
      name: 'dear',
      propose: (view, ctx) => (asked.push(ctx.modelRests), leaves(10).propose(view, ctx)),
    }
    await told(`failed so often: ${JSON.stringify(counts)}`, [dear], as, at)
    await told(`and forced`, [dear], forced, at)
    rows.push(`  asked with ${JSON.stringify(asked)}`)
  }
  for (const [times, epoch] of [
    [1, false],
    [2, false],
    [1, true],
  ] as const) {
    const at = await desk()
    if (!epoch) at.mark('epoch', { after: 10 })
    at.mark('abandoned', { used: 100, usable: 5_000, times })
    if (epoch) at.mark('epoch', { after: 10 })
    await at.say(answer('x'), request('y'), answer('z'), request('w'))
    await told(`given up ${times} times before${epoch ? ', then an epoch' : ''}`, [leaves(1_990)], as, at)
    await told('its costly one fails', [fails('dear', { costly: true })], as, at)
  }
  const at = await desk()
  const { entries } = await at.plan([leaves(1_990), leaves(900, { name: 'once more' })], { isForced: true })
  rows.push(
    `- batches of one epoch: ${JSON.stringify(entries.map((entry) => ('epoch' in entry ? entry.epoch : entry.kind)))}`,
  )
  return ['## Epochs', ...rows].join('\n')
}
