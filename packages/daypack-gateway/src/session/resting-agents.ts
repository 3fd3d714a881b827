import type { Millis } from 'daypack'
import type { Scope } from 'daypack/memory'
import type { Agent, Tally } from './agent.ts'
import type { SessionStatus } from './status.ts'

/** Conversations held in memory, and the bytes of their newest requests: they take many times as much. The rest are in their logs. */
export const MOST_AWAKE = 256
const MOST_BYTES = 48 * 1024 * 1024
const UNUSED_MS: Millis = 60_000
/** By then the provider's cache of it is cold, too. */
const REST_MS: Millis = 600_000
const LOOK_MS: Millis = 15_000

/** What is left of an agent that rests: the session is read from its log when somebody goes on with it. */
type Resting = { readonly status: SessionStatus; readonly home?: Scope; readonly tally: Tally }

type Parts = {
  readonly awake: ReadonlyMap<string, Promise<Agent>>
  readonly describe: (agent: Agent) => Promise<SessionStatus | undefined>
  readonly forget: (key: string, agent: Agent) => void
  readonly whenQuiet: (work: () => Promise<void>) => void
}

/** Lets conversations rest that nobody went on with for long, and where many are awake those used longest ago. */
export function restingAgents({ awake, describe, forget, whenQuiet }: Parts) {
  const resting = new Map<string, Resting>()
  let isDue = false
  let timer: NodeJS.Timeout | undefined

  return {
    /** The tally of an agent that is opened again. */
    wake(key: string): Tally | undefined {
      const found = resting.get(key)
      resting.delete(key)
      return found?.tally
    },
    has: (key: string) => resting.has(key),
    all: () => [...resting.values()],
    rest,
  }

  /** Called when one more is awake; looks again for as long as any is. */
  function rest(): void {
    timer ??= setTimeout(runIfHeld, LOOK_MS, new WeakRef(again)).unref()
    if (awake.size > MOST_AWAKE) look()
  }

  function again(): void {
    timer = undefined
    if (awake.size === 0) return
    rest()
    look()
  }

  function look(): void {
    if (isDue) return
    isDue = true
    whenQuiet(async () => {
      isDue = false
      const idle = await idleAgents()
      let bytes = idle.reduce((sum, [, agent]) => sum + bytesOf(agent), 0)
      for (const [key, agent] of idle) {
        const isOld = performance.now() - agent.usedAt > REST_MS
        if (!isOld && awake.size <= MOST_AWAKE && bytes <= MOST_BYTES) break
        bytes -= bytesOf(agent)
        await putDown(key, agent)
      }
    })
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

/** A timer of its own would hold a gateway that nobody holds any more, with all its conversations. */
function runIfHeld(work: WeakRef<() => void>): void {
  work.deref()?.()
}

/** One that had no turn yet may just be on its way to the first. */
function isIdle({ waiting, later, turn, usedAt }: Agent): boolean {
  return waiting === 0 && later === undefined && (turn > 0 || performance.now() - usedAt > UNUSED_MS)
}

function bytesOf({ last }: Agent): number {
  return last?.turn.bytes.length ?? 0
}
