import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { AGENTS, NIGHTLY, type Agent, type Place } from './agents.ts'
import type { Outcome, RunOptions } from './harness.ts'

/** What the provider takes and the proxy is told; the agents compact before the proxy would, or when told to. */
const WINDOW = 64_000
const TASK: RunOptions = { window: WINDOW, steps: 40, lines: 105, withFaults: false, isAlone: true }

type Compacting = { readonly agent: Agent; readonly how: string; readonly options: RunOptions }

/** An agent that compacts by its own settings or because it is told to, and the task it does so in. */
export const COMPACTING: readonly Compacting[] = [
  early('Claude Code', '`/compact`', { options: { trouble: { says: ['/compact'] } } }),
  early('Codex websocket', 'item `compaction_trigger`', { words: ['-c', 'model_auto_compact_token_limit=26000'] }),
  early('Codex HTTP', 'its prompt', { words: ['-c', 'model_auto_compact_token_limit=26000'] }),
  early('Qwen Code chat', '`/compress`', { options: { trouble: { says: ['/compress'] } } }),
  early('OpenCode', 'by itself', {
    replace: { file: '../work/opencode.json', from: '"context":1000000', to: '"context":50000' },
  }),
  // Only between two runs.
  early('pi Chat', 'by itself', {
    replace: { file: '.pi/agent/models.json', from: '"contextWindow":1000000', to: '"contextWindow":52000' },
    options: { trouble: { between: async () => {} } },
  }),
  early('Goose', '`/compact`', { options: { trouble: { says: ['/compact'] } } }),
  early('Copilot CLI', 'by itself', { env: { COPILOT_PROVIDER_MAX_PROMPT_TOKENS: '45000' } }),
]

type Change = {
  readonly env?: Record<string, string>
  readonly words?: readonly string[]
  /** What is written otherwise in one of its files. */
  readonly replace?: { readonly file: string; readonly from: string; readonly to: string }
  readonly options?: RunOptions
}

function early(name: string, how: string, change: Change): Compacting {
  const agent = [...AGENTS, ...NIGHTLY].find((one) => one.name === name)
  if (!agent) throw new Error(`there is no agent ${name}`)
  const told = (words: string[]) => [...words.slice(0, -1), ...(change.words ?? []), ...words.slice(-1)]
  return {
    how,
    options: { ...TASK, ...change.options },
    agent: {
      ...agent,
      env: (place) => ({ ...agent.env(place), ...change.env }),
      start: (prompt, place) => told(agent.start(prompt, place)),
      goOn: (prompt, place) => told(agent.goOn(prompt, place)),
      setUp: (place) => {
        agent.setUp?.(place)
        rewrite(place, change)
      },
    },
  }
}

function rewrite({ home }: Place, { replace }: Change): void {
  if (!replace) return
  const file = path.join(home, replace.file)
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll(replace.from, replace.to))
}

/** What the compaction of an agent must hold behind the proxy and does not; empty when all is well. */
export function kept({ isDone, output, summaries, notes, refused, steps }: Outcome): string[] {
  const wrong: string[] = []
  const expect = (isTrue: boolean, what: string) => void (isTrue || wrong.push(what))
  expect(isDone, `the task was not finished (step ${steps}): ${output.slice(-800)}`)
  expect(summaries.length > 0, 'it did not compact')
  expect(refused.length === 0, `turns were refused: ${refused.join(', ')}`)
  // pi asks for that of a long turn's beginning apart, which is none of the conversation.
  expect(notes > 0 && notes <= summaries.length, `${notes} notes of ${summaries.length} summaries`)
  for (const { status, tokens } of summaries) {
    expect(status === 200, `a summary was answered with ${status}`)
    expect(tokens < WINDOW, `a summary was asked of ${tokens} tokens`)
  }
  return wrong
}
