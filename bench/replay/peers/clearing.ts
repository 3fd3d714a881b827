import { peer, scaled } from './state.ts'
import { results } from './wire.ts'

/** The provider's own clearing: above half the window all results but the newest three, if that clears enough. */
export const clearToolUses = peer('clear_tool_uses', (state, messages, window) => {
  const view = state.view(messages)
  if (state.tokens(view) <= window * 0.5) return view
  const old = messages
    .flatMap((message, at) => results(message, at))
    .slice(0, -3)
    .filter(({ id }) => !state.replaced.has(id))
  const cleared = old.reduce((sum, { text }) => sum + state.count(text), 0)
  if (cleared < Math.max(scaled(12_500, window, 0.1), window * 0.05)) return view
  for (const { id } of old) state.replaced.set(id, '[cleared to save context]')
  return state.view(messages)
})

/** Observation masking: on every request the results behind the ten newest are one line each. */
export const masking = peer('observation masking', (state, messages) => {
  for (const { id, text } of messages.flatMap((message, at) => results(message, at)).slice(0, -10)) {
    if (!state.replaced.has(id))
      state.replaced.set(id, `Old environment output: (${text.split('\n').length} lines omitted)`)
  }
  return state.view(messages)
})
