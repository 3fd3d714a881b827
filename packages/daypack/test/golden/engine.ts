import { createHash } from 'node:crypto'
import fc from 'fast-check'
import type { Message } from '../../src/model/message.ts'
import { ratios } from '../../src/plan/policy.ts'
import { arbHistory, type History } from '../../../daypack-testing/src/arbitraries.ts'
import { refusal } from '../../src/view/verify.ts'
import { diff } from '../../src/view/diff.ts'
import type { Item, View } from '../../src/view/view.ts'
import { chaosPass } from '../engine/chaos.ts'
import { plain } from '../engine/say.ts'
import { world } from '../engine/world.ts'

const SESSIONS = 24
const SEED = 20_260_105
const MINUTE = 60_000
/** Between requests: at once, after a while, and with a cold cache. */
const PAUSES = [20_000, 4 * MINUTE, 6 * MINUTE, 61 * MINUTE]

/** Drawn sessions with passes that propose anything: after each request what was decided and what is shown, with sizes. */
export async function decisions(): Promise<string> {
  const arb = arbHistory({ maxTurns: 3, maxRounds: 3, maxText: 900, reasoning: true })
  const histories = fc.sample(arb, { numRuns: SESSIONS, seed: SEED })
  const parts: string[] = []
  for (const [index, history] of histories.entries()) parts.push(`## ${index + 1}\n${await lived(history, index)}`)
  return `${parts.join('\n\n')}\n`
}

async function lived({ messages, system }: History, index: number): Promise<string> {
  const made = await world({
    window: 1_000 + 100 * (index % 5),
    tuning: {
      ...(index % 4 === 3 && { timing: 'eager' as const }),
      maxOutput: 100,
      passes: [chaosPass(7 + index, { fresh: true }), chaosPass(70 + index), chaosPass(700 + index, { costly: true })],
      policy: ratios({ high: 0.5, low: 0.2, hard: 0.6 }),
    },
  })
  const { session, clock } = made
  const lines: string[] = []
  for (let end = 1; end <= messages.length; end++) {
    if (messages[end - 1]?.role === 'assistant') continue
    const before = session.view
    const sent = await session.prepare(plain, {
      messages: spoiled(messages.slice(0, end), index, end),
      model: index % 5 === 4 && end > 4 ? 'other' : 'one',
      binds: index % 2 === 1,
      ...(system && { system }),
    })
    const { plan } = sent
    lines.push(
      `request ${end}: ${plan?.tide} ${plan?.before.tokens} → ${plan?.after.tokens}${plan?.givenUp === undefined ? '' : `, ${plan.givenUp}`}`,
      ...(plan?.skipped ?? []).slice(0, 6).map(({ by, why }) => `  not ${by}: ${why}`),
      ...diff(before, session.view).map((change) => `  ${JSON.stringify(change)}`),
      `  ${shown(session.view)}`,
      `  sent ${digest(sent.request.messages)}`,
    )
    const message = messages[end]
    if (message?.role === 'assistant') {
      const input = Math.round((plan?.after.tokens ?? 0) * (0.6 + (index % 7) * 0.2))
      await session.record(plain, {
        message,
        billed: { input, cacheRead: index, cacheWrite: 1, output: 9, model: 'one' },
      })
    }
    clock.now += PAUSES[(index + end) % PAUSES.length] ?? 0
    const first = session.view.items.find((item) => item.kind === 'message')
    if (end === 3 && index % 3 === 0 && first) await session.pin(first.seq)
    if (end > 5 && index % 6 === 5) lines.push(`  undo: ${(await session.undo()).why}; ${shown(session.view)}`)
    if (end > 5 && index % 6 === 4) lines.push(`  expand: ${(await session.expand(1, 3)).why}; ${shown(session.view)}`)
  }
  const { view } = session
  for (const [from, to] of [
    [1, 1],
    [1, 3],
    [2, 5],
    [3, 9],
    [4, 6],
    [5, 4],
  ] as const)
    lines.push(
      `  fold ${from}–${to}: ${refusal(view, { op: 'fold', from, to, summary: { text: 'x', request: 1 } }) ?? 'may be'}`,
    )
  return lines.join('\n')
}

/** Some callers change what they said, and some go back. */
function spoiled(messages: readonly Message[], index: number, end: number): readonly Message[] {
  if (index % 8 === 6 && end > 4)
    return messages.map((message, at) =>
      at === 0 ? { role: 'user', blocks: [{ type: 'text', text: 'changed' }] } : message,
    )
  if (index % 8 === 7 && end > 6) return [...messages.slice(0, 2), ...messages.slice(-1)]
  return messages
}

function shown({ items, size, pins, sent }: View): string {
  return `${size.tokens} tokens, ${size.bytes} bytes, ${pins.size} pinned, ${sent} sent: ${items.map(itemOf).join(' ')}`
}

function itemOf(item: Item): string {
  if (item.kind === 'fold')
    return `(${item.seq}–${item.to} ${item.messages}m ${item.size.tokens}${item.cuts ? ' cut' : ''})`
  const blocks = item.blocks.map((block) => `${block.stale ? 'stale' : block.crop ? 'crop' : ''}${block.size.tokens}`)
  return `${item.seq}${item.message.role[0]}${item.whole ? '' : '!'}${item.pinned ? 'p' : ''}[${blocks.join(',')}]`
}

function digest(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 12)
}
