import type { Scope } from '../../../memory/index.ts'
import type { Millis } from '../../../model/json.ts'
import type { Agent, Tally } from './agent.ts'
import type { SessionStatus } from './status.ts'

/** Conversations held in memory; the rest are in their logs. */
export const MOST_AWAKE = 256
const UNUSED_MS: Millis = 60_000

/** What is left of a agent that rests: the session is read from its log when somebody goes on with it. */
type Resting = { readonly status: SessionStatus; readonly home?: Scope; readonly tally: Tally }

type Parts = {
  readonly awake: ReadonlyMap<string, Promise<Agent>>
  readonly describe: (agent: Agent) => Promise<SessionStatus | undefined>
  readonly forget: (key: string, agent: Agent) => void
  readonly whenQuiet: (work: () => Promise<void>) => void
}

/** Lets the conversations rest that were used longest ago, when there are many and nothing of them is under way. */
export function restingAgents({ awake, describe, forget, whenQuiet }: Parts) {
  const resting = new Map<string, Resting>()
  let isDue = false

  return {
    /** The tally of a agent that is opened again. */
    wake(key: string): Tally | undefined {
      const found = resting.get(key)
      resting.delete(key)
      return found?.tally
    },
    has: (key: string) => resting.has(key),
    all: () => [...resting.values()],
    rest(): void {
      if (isDue || awake.size <= MOST_AWAKE) return
      isDue = true
      whenQuiet(async () => {
        isDue = false
        const surplus = Math.max(0, awake.size - MOST_AWAKE)
        for (const [key, agent] of (await idleAgents()).slice(0, surplus)) await putDown(key, agent)
      })
    },
  }

  async function idleAgents(): Promise<(readonly [string, Agent])[]> {
    const found: (readonly [string, Agent])[] = []
    for (const [key, opened] of awake) {
      const agent = await opened.catch(() => undefined)
      if (agent && isIdle(agent)) found.push([key, agent])
    }
    return found.toSorted(([, a], [, b]) => a.usedAt - b.usedAt)
  }

  async function putDown(key: string, agent: Agent): Promise<void> {
    const { turn } = agent
    await agent.session.idle()
    const status = await describe(agent)
    if (!status || agent.turn !== turn || !isIdle(agent)) return
    forget(key, agent)
    resting.set(key, { status, ...(agent.home && { home: agent.home }), tally: agent.tally })
  }
}

/** One that had no turn yet may just be on its way to the first. */
function isIdle({ waiting, later, turn, usedAt }: Agent): boolean {
  return waiting === 0 && later === undefined && (turn > 0 || performance.now() - usedAt > UNUSED_MS)
}
