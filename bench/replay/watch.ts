// What the replays of the bench are judged with beside the library's own measures.
import type { JsonObject } from '../../packages/daypack/src/model/json.ts'
import type { Message } from '../../packages/daypack/src/model/message.ts'
import type { Watch } from '../../lab/src/measure/replay.ts'
import { fileTruth } from './file-truth.ts'
import { messagesOf, textOfWire } from './peers/wire.ts'

type Judge = (view: string, later: readonly Message[]) => { readonly right: number; readonly wrong: number }

export const watch: Watch = { fileTruth: judged(fileTruth) }

/** Each hand-over once, when it is new, against what the recording reads afterwards. */
function judged(judge: Judge): NonNullable<Watch['fileTruth']> {
  return ({ transcript }) => {
    const known = new Set<string>()
    return (request: JsonObject, step) => {
      const view = textOfWire(messagesOf({ ...step, request })[0])
      if (known.has(view) || !view.includes('<file ')) return { lines: 0, right: 0 }
      known.add(view)
      const { right, wrong } = judge(view, transcript.messages.slice(step.at))
      return { lines: right + wrong, right }
    }
  }
}
