import { peer } from './state.ts'
import { results } from './wire.ts'

/** Observation masking: on every request the results behind the ten newest are one line each. */
export const masking = peer('observation masking', (state, messages) => {
  for (const { id, text } of messages.flatMap((message, at) => results(message, at)).slice(0, -10)) {
    if (!state.replaced.has(id))
      state.replaced.set(id, `Old environment output: (${text.split('\n').length} lines omitted)`)
  }
  return state.view(messages)
})
