import type { Tokens } from '../../../packages/daypack/src/model/json.ts'
import type { Strategy } from '../../../lab/src/measure/replay.ts'
import { piEntries, piSettings, positionOfEntry } from './pi-entries.ts'
import { PeerState } from './state.ts'
import { messagesOf, user } from './wire.ts'

type PiCompaction = {
  readonly shouldCompact: (tokens: Tokens, window: Tokens, settings: object) => boolean
  readonly prepareCompaction: (entries: object[], settings: object) => { firstKeptEntryId: string } | undefined
}

/** The package does not export its preparation. */
const PI = '../../node_modules/@earendil-works/pi-coding-agent/dist/core/compaction/index.js'
const { shouldCompact, prepareCompaction } = (await import(PI)) as PiCompaction

/** pi: its own trigger, cut point and preparation; for small windows its two constants are scaled like everybody's. */
export const pi: Strategy = {
  name: 'pi',
  open: (session, window, bill) => {
    const state = new PeerState(session, bill)
    const settings = piSettings(window)
    return {
      step(step) {
        const wires = messagesOf(step)
        const view = state.view(wires)
        if (shouldCompact(state.tokens(view), window, settings)) {
          const prepared = prepareCompaction(piEntries(wires.slice(state.from), state.from), settings)
          if (prepared) {
            const first = positionOfEntry(prepared.firstKeptEntryId)
            const summary = state.summarizeApart(view, first, 2_000)
            state.from = first
            state.lead = [
              user(
                `The conversation history before this point was compacted into the following summary:\n\n<summary>\n${summary}\n</summary>`,
              ),
            ]
          }
        }
        return { request: { ...step.request, messages: state.view(wires) } }
      },
    }
  },
}
