// What is compared: nothing at all, a plain window, and our presets.
import type { JsonObject } from '../../packages/daypack/src/model/json.ts'
import { PRESET_NAMES, type PresetName } from '../../packages/daypack/src/presets/index.ts'
import { engine } from '../../lab/src/measure/engine.ts'
import type { Strategy } from '../../lab/src/measure/replay.ts'
import { answerTo } from './summarizer.ts'

export const unlimited: Strategy = { name: 'raw-unlimited', open: () => ({ step: ({ request }) => ({ request }) }) }

const DROPPED: JsonObject = { role: 'user', content: [{ type: 'text', text: '(Earlier messages were dropped.)' }] }

/** The newest messages that fit; a call is never parted from its results. */
export const rawWindow: Strategy = {
  name: 'raw-window',
  open: (session, window) => ({
    step({ request }) {
      const messages = request['messages'] as readonly JsonObject[]
      const fixed = session.fixed.blocks.reduce((sum, block) => sum + block.tokens, 0)
      let left = window - 4_096 - fixed
      let start = messages.length
      for (let index = messages.length - 1; index >= 0; index--) {
        const message = messages[index] as JsonObject
        left -= session.digest(message).tokens
        if (left < 0) break
        if (message['role'] === 'assistant') start = index
      }
      return { request: left >= 0 ? request : { ...request, messages: [DROPPED, ...messages.slice(start)] } }
    },
  }),
}

/** What a model is asked for by us is shorter than what others let it write. */
const NOTE_BYTES = 2_400

/** Our presets with the summarizer everybody gets; the default also without any model, which is how it comes. */
export function presets(): Strategy[] {
  const withModel = (name: PresetName) =>
    engine(
      name === 'daypack' ? 'daypack + model' : name,
      () => ({ preset: name }),
      (session, at, ask) => answerTo(ask, session, at, NOTE_BYTES),
    )
  return [engine('daypack', () => ({ preset: 'daypack' })), ...PRESET_NAMES.map(withModel)]
}
