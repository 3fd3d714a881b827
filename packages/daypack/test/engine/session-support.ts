import type { Message } from '../../src/model/message.ts'
import type { Pass } from '../../src/passes/pass.ts'
import { ratios } from '../../src/plan/policy.ts'
import { assistant, plain, user, type PlainRequest } from './say.ts'
import type { world } from './world.ts'

/** Folds everything up to the last answer; with `share` the summary is that much of what it stands for. */
export function folding(options: { costly?: boolean; share?: number; fail?: () => boolean } = {}): Pass {
  return {
    name: 'folding',
    ...(options.costly && { costly: true }),
    propose(view) {
      if (options.fail?.()) throw new Error('the model is out')
      const last = view.items.findLastIndex(
        (item) =>
          item.kind === 'message' && item.message.role === 'assistant' && item.message.blocks[0]?.type === 'text',
      )
      const run = view.items.slice(0, last + 1)
      const to = run.at(-1)
      if (!run[0] || !to || (run.length === 1 && to.kind === 'fold')) return { why: 'nothing', edits: [] }
      const tokens = run.reduce((sum, item) => sum + item.size.tokens, 0)
      const text = options.share ? 'abc '.repeat(tokens * options.share) : 'in short'
      return {
        why: 'test',
        edits: [{ op: 'fold', from: run[0].seq, to: to.kind === 'fold' ? to.to : to.seq, summary: { text } }],
      }
    },
  }
}

export const long = (n: number) => `${n} `.padEnd(400, 'words ')

export const talk = (turns: number): Message[] =>
  Array.from({ length: turns }, (_, n) => [user(long(n)), assistant(long(n))]).flat()

export const policy = ratios({ high: 0.5, low: 0.2, hard: 0.9 })

export async function send(
  session: Awaited<ReturnType<typeof world>>['session'],
  messages: readonly Message[],
  extra: Partial<PlainRequest> = {},
) {
  return session.prepare(plain, { messages, ...extra })
}
