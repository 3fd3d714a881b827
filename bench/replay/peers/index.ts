// Everybody we are compared with. Peers that are published packages are loaded one by one: one that is not installed is
// named and left out.
import type { Strategy } from '../../../lab/src/measure/replay.ts'
import { claudeCodeLike } from './claude-code.ts'
import { codexLike } from './codex.ts'
import { masking } from './masking.ts'

const reimplemented: readonly Strategy[] = [claudeCodeLike, codexLike, masking]

const published: Readonly<Record<string, () => Promise<Strategy>>> = {
  'AI SDK': async () => (await import('./ai-sdk.ts')).aiSdkPrune,
  LangChain: async () => (await import('./langchain.ts')).langchainSummary,
}

/** All peers that can run here, and those that cannot with the reason. */
export async function peers(): Promise<{ readonly strategies: Strategy[]; readonly missing: string[] }> {
  const strategies = [...reimplemented]
  const missing: string[] = []
  for (const [name, load] of Object.entries(published)) {
    try {
      strategies.push(await load())
    } catch (error) {
      const [line = ''] = String(error instanceof Error ? error.message : error).split('\n')
      missing.push(`${name}: ${line}`)
    }
  }
  return { strategies, missing }
}
