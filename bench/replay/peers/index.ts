// Everybody we are compared with. Peers that are published packages are loaded one by one: one that is not installed is
// named and left out.
import type { Strategy } from '../../../lab/src/measure/replay.ts'
import { claudeCodeLike } from './claude-code.ts'
import { clearToolUses, masking } from './clearing.ts'
import { codexLike } from './codex.ts'
import { miniClaudeLike } from './mini-claude.ts'
import { openClawLike } from './openclaw-like.ts'
import { openCodeLike } from './opencode.ts'
import { piLike } from './pi-like.ts'
import { qwenPawLight } from './qwenpaw.ts'

const reimplemented: readonly Strategy[] = [
  claudeCodeLike,
  codexLike,
  openCodeLike,
  piLike,
  openClawLike,
  qwenPawLight,
  miniClaudeLike,
  clearToolUses,
  masking,
]

const published: Readonly<Record<string, () => Promise<readonly Strategy[]>>> = {
  'AI SDK': async () => [(await import('./ai-sdk.ts')).aiSdkPrune],
  LangChain: async () => {
    const { langchainTrim, langchainClear, langchainSummary } = await import('./langchain.ts')
    return [langchainTrim, langchainClear, langchainSummary]
  },
  Mastra: async () => [(await import('./mastra.ts')).mastraLimiter],
  pi: async () => [(await import('./pi.ts')).pi],
  OpenClaw: async () => [(await import('./openclaw.ts')).openClaw],
}

/** All peers that can run here, and those that cannot with the reason. */
export async function peers(): Promise<{ readonly strategies: Strategy[]; readonly missing: string[] }> {
  const strategies = [...reimplemented]
  const missing: string[] = []
  for (const [name, load] of Object.entries(published)) {
    try {
      strategies.push(...(await load()))
    } catch (error) {
      const [line = ''] = String(error instanceof Error ? error.message : error).split('\n')
      missing.push(`${name}: ${line}`)
    }
  }
  return { strategies, missing }
}
