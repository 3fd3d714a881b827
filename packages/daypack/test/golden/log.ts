import { hashOf, intake, match } from '../../src/log/intake.ts'
import { createRetention, planRetention, type RetentionPolicy } from '../../src/log/retention.ts'
import type { BlobInfo, BlobStore } from '../../src/model/driver.ts'
import type { Block, Message } from '../../src/model/message.ts'
import { byBytes } from '../../src/tokens/count.ts'
import { digest } from './digest.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** How lists lie over the log, what is stored and what is hashed, and what retention does: at and around every limit. */
export async function logs(): Promise<string> {
  return `${[matches(), await intakes(), plans(), await sweeps()].join('\n\n')}\n`
}

/** Every way in which up to five known messages may come again: whole, shorter, longer, and each with any of them changed. */
function matches(): string {
  const lines: string[] = []
  for (let known = 0; known <= 5; known++) {
    const letters = 'abcde'.slice(0, known)
    const slots = letters.split('').map((letter, index) => ({ seq: (index + 1) * 2, hash: letter }))
    const told: string[] = []
    for (let length = 0; length <= known + 1; length++) {
      for (let changed = 0; changed < 2 ** Math.min(length, known); changed++) {
        const incoming = 'abcdef'
          .slice(0, length)
          .split('')
          .map((letter, at) => ((changed >> at) & 1 ? 'X' : letter))
        const { slots: found, replaced, rewind } = match(slots, incoming)
        const kept = found.map((seq) => seq ?? '-').join('')
        told.push(
          `${incoming.join('')}=${kept}${replaced.size > 0 ? ` ${[...replaced].map(([at, seq]) => `${at}:${seq}`).join(',')}` : ''}${rewind ? `<${rewind.after}` : ''}`,
        )
      }
    }
    lines.push(`- ${letters}: ${told.join('; ')}`)
  }
  const late = match(
    [
      { seq: 1, hash: 'a' },
      { seq: 2, hash: 'b' },
      { seq: 3, hash: 'c' },
    ],
    ['X', 'b', 'c'],
    1,
  )
  return [
    '## Lists over the log',
    ...lines,
    `- from the second on: ${JSON.stringify(late.slots)} ${late.replaced.size}`,
  ].join('\n')
}

async function intakes(): Promise<string> {
  const stored: string[] = []
  const by = {
    counter: byBytes(4),
    inlineMaxBytes: 30,
    store: async (text: string) => (
      stored.push(text),
      { ref: digest(text).padEnd(64, '0'), bytes: Buffer.byteLength(text), lines: 1 }
    ),
  }
  const result = (text: string, more: Partial<Extract<Block, { type: 'tool-result' }>> = {}): Block => ({
    type: 'tool-result',
    callId: 'c',
    tool: 't',
    content: { text },
    ...more,
  })
  const media = (text: string) => ({ type: 'media' as const, mediaType: 'image/png', content: { text } })
  const blocks: Block[] = [
    { type: 'text', text: 'x'.repeat(100) },
    { type: 'tool-call', callId: 'c', tool: 't', input: { a: 'x'.repeat(100) } },
    ...[10, 11, 30, 31].map((length) => result('x'.repeat(length))),
    ...[10, 11].map((length) => result('é'.repeat(length))),
    ...[10, 11].map((length) => result('日'.repeat(length))),
    result(`${'日'.repeat(11)}\uD800`),
    result('', { isError: true }),
    result('x', { isError: false }),
    result('x', { attachments: [media('y'.repeat(31)), media('z')] }),
    result('x', { content: { ref: 'f'.repeat(64), bytes: 99, lines: 3 } }),
    media('y'.repeat(30)),
    media('y'.repeat(31)),
    { type: 'opaque', wire: { type: 'x', cache_control: { type: 'ephemeral' } } } as never,
    { type: 'opaque', wire: { type: 'x' } } as never,
    { type: 'opaque', wire: ['cache_control'] } as never,
    { type: 'opaque', wire: 'x' } as never,
    { type: 'opaque', wire: null } as never,
    { type: 'opaque', purpose: 'reasoning', wire: { type: 'thinking' } } as never,
  ]
  const lines: string[] = []
  for (const block of blocks) {
    const message: Message = { role: 'user', blocks: [block] }
    const before = stored.length
    const { hash, sizes, message: kept } = await intake(message, by)
    const refs = stored.slice(before).map((text) => text.length)
    lines.push(
      `- ${JSON.stringify(block).slice(0, 90)}: ${digest(hash)} ${JSON.stringify(sizes)} stored ${refs.join()} ${digest(JSON.stringify(kept))}`,
    )
  }
  for (const [role, options] of [
    ['user', {}],
    ['assistant', { origin: 'caller' }],
    ['tool', { origin: 'memory' }],
    ['system', { replaces: 0 }],
    ['user', { origin: 'restored', replaces: 7 }],
  ] as const) {
    const { message: _, ...rest } = await intake({ role, blocks: [] }, by, options)
    lines.push(
      `- ${role} ${JSON.stringify(options)}: ${JSON.stringify(rest)} ${hashOf({ role, blocks: [] }) === rest.hash}`,
    )
  }
  return ['## What comes in', ...lines].join('\n')
}

const blob = (ref: string, ageMs: number, bytes = 100): BlobInfo => ({ ref, bytes, lines: 1, at: 100 * DAY - ageMs })

function plans(): string {
  const now = 100 * DAY
  const blobs = [
    blob('old', 5 * DAY),
    blob('nearly', 5 * DAY - 1),
    blob('older', 7 * DAY + 90 * 60_000),
    blob('live', 50 * DAY),
    blob('seen', 9 * DAY),
    blob('seen long ago', 9 * DAY),
    blob('new', HOUR),
  ]
  const references = {
    live: new Set(['live']),
    lastSeen: new Map([
      ['seen', now - 5 * DAY + 1],
      ['seen long ago', now - 5 * DAY],
      ['older', now - 20 * DAY],
    ]),
  }
  const marks = new Map([
    ['old', now - DAY],
    ['older', now - DAY + 1],
    ['live', now - 9 * DAY],
    ['seen', now - 2 * DAY],
    ['gone', now],
  ])
  const policies: RetentionPolicy[] = [
    {},
    { graceMs: 1 },
    { graceMs: 2 * DAY },
    { maxAgeMs: 2 * HOUR },
    { maxAgeMs: HOUR },
    ...[700, 699, 400, 300, 299, 200, 199, 100, 0].map((maxBytes) => ({ maxBytes })),
  ]
  const unseen = planRetention(blobs, marks, { live: new Set() }, {}, now)
  return [
    '## What may go',
    ...policies.map(
      (policy) =>
        `- ${JSON.stringify(policy)}: ${JSON.stringify(planRetention(blobs, marks, references, policy, now))}`,
    ),
    `- nothing seen: ${JSON.stringify(unseen)}`,
  ].join('\n')
}

/** Sweeps over a store that notes what is asked of it. */
async function sweeps(): Promise<string> {
  const rows: string[] = []
  const tried = async (
    name: string,
    blobs: readonly BlobInfo[],
    marked: Record<string, number>,
    policy: RetentionPolicy,
    live: (asked: number) => string[] = () => [],
  ) => {
    const calls: string[] = []
    const note =
      (call: string) =>
      async (...args: unknown[]) => (calls.push(`${call}(${args.join(', ')})`), true)
    let asked = 0
    const store = {
      async *list() {
        yield* blobs
      },
      marked: async () => new Map(Object.entries(marked)),
      mark: note('mark'),
      unmark: note('unmark'),
      drop: note('drop'),
      purge: note('purge'),
    } as unknown as BlobStore
    const retention = createRetention({
      blobs: store,
      policy,
      references: (oldest) => (calls.push(`asked since ${oldest}`), { live: new Set(live(++asked)) }),
      now: () => 100 * DAY,
      every: (ms) => (calls.push(`every ${ms}`), () => calls.push('no more')),
      tidy: async () => void calls.push('tidy'),
    })
    const [plan, joined] = await Promise.all([retention.sweep(), retention.sweep()])
    rows.push(`- ${name}: ${plan.drop.length} dropped, ${plan === joined ? 'once' : 'twice'}: ${folded(calls)}`)
    return { retention, calls }
  }
  await tried('nothing there', [], {}, {})
  await tried('all young', [blob('a', 5 * DAY - 1)], {}, {})
  await tried('one at its age', [blob('a', 5 * DAY), blob('b', 1)], {}, {})
  await tried('young, one marked', [blob('a', 1)], { a: 1 }, {})
  await tried('at the cap', [blob('a', 1), blob('b', 1)], {}, { maxBytes: 200 })
  await tried('over the cap', [blob('a', 1), blob('b', 2)], {}, { maxBytes: 199 })
  await tried('dropped', [blob('a', 9 * DAY), blob('b', 8 * DAY)], { a: 0, b: 0 }, { trashMs: HOUR })
  await tried('needed again meanwhile', [blob('a', 9 * DAY)], { a: 0 }, {}, (asked) => (asked > 1 ? ['a'] : []))
  const many = Array.from({ length: 65 }, (_, at) => blob(`b${at}`, 9 * DAY))
  await tried('many', many, Object.fromEntries(many.map(({ ref }) => [ref, 0])), {})
  for (const [bytes, more] of [
    [100, 100],
    [100, 101],
    [101, 1],
    [201, 1],
  ] as const) {
    const { retention, calls } = await tried(`${bytes} bytes held`, [blob('a', 1, bytes)], {}, { maxBytes: 200 })
    const before = calls.length
    retention.stored(more)
    await retention.stop()
    rows.push(`  ${more} more: ${folded(calls.slice(before))}`)
  }
  const { retention, calls } = await tried('started', [], {}, {})
  retention.start()
  retention.start()
  await retention.stop()
  retention.start()
  rows.push(`  ${folded(calls)}`)
  return ['## Sweeps', ...rows].join('\n')
}

function folded(calls: readonly string[]): string {
  return calls.length > 12
    ? `${calls.slice(0, 6).join('; ')} … ${calls.length} calls, ${calls.filter((call) => call.startsWith('asked')).length} times asked`
    : calls.join('; ')
}
