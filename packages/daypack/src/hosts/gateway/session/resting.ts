import type { Scope } from '../../../memory/index.ts'
import type { Millis } from '../../../model/json.ts'
import type { Lane, Tally } from './conversation.ts'
import type { SessionStatus } from '../status/status.ts'

/** Conversations held in memory; the rest are in their logs. */
export const MOST_AWAKE = 256
const UNUSED_MS: Millis = 60_000

/** What is left of a lane that rests: the session is read from its log when somebody goes on with it. */
type Resting = { readonly status: SessionStatus; readonly home?: Scope; readonly tally: Tally }

type Parts = {
  readonly awake: ReadonlyMap<string, Promise<Lane>>
  readonly describe: (lane: Lane) => Promise<SessionStatus | undefined>
  readonly forget: (key: string, lane: Lane) => void
}

/** Lets the conversations rest that were used longest ago, when there are many and nothing of them is under way. */
export function restingLanes({ awake, describe, forget }: Parts) {
  const resting = new Map<string, Resting>()
  let isBusy = false

  return {
    /** The tally of a lane that is opened again. */
    wake(key: string): Tally | undefined {
      const found = resting.get(key)
      resting.delete(key)
      return found?.tally
    },
    has: (key: string) => resting.has(key),
    all: () => [...resting.values()],
    async rest(): Promise<void> {
      if (isBusy || awake.size <= MOST_AWAKE) return
      isBusy = true
      try {
        for (const [key, lane] of (await idleLanes()).slice(0, awake.size - MOST_AWAKE)) await putDown(key, lane)
      } finally {
        isBusy = false
      }
    },
  }

  async function idleLanes(): Promise<(readonly [string, Lane])[]> {
    const found: (readonly [string, Lane])[] = []
    for (const [key, opened] of awake) {
      const lane = await opened.catch(() => undefined)
      if (lane && isIdle(lane)) found.push([key, lane])
    }
    return found.toSorted(([, a], [, b]) => a.usedAt - b.usedAt)
  }

  async function putDown(key: string, lane: Lane): Promise<void> {
    const { turn } = lane
    await lane.session.idle()
    const status = await describe(lane)
    if (!status || lane.turn !== turn || !isIdle(lane)) return
    forget(key, lane)
    resting.set(key, { status, ...(lane.home && { home: lane.home }), tally: lane.tally })
  }
}

/** One that had no turn yet may just be on its way to the first. */
function isIdle({ waiting, later, turn, usedAt }: Lane): boolean {
  return waiting === 0 && later === undefined && (turn > 0 || performance.now() - usedAt > UNUSED_MS)
}
