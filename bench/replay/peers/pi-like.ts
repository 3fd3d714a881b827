import { peer, scaled } from './state.ts'
import { tailFrom, user } from './wire.ts'

/** pi's rules: at the window minus 16,384 everything but the newest 20,000 tokens becomes a summary, asked for apart. */
export const piLike = peer('pi-like', (state, messages, window) => {
  let view = state.view(messages)
  if (state.tokens(view) > window - scaled(16_384, window, 0.25)) {
    const keep = Math.max(
      state.from,
      tailFrom(messages, scaled(20_000, window, 0.3), (message) => state.tokens([message])),
    )
    const summary = state.summarizeApart(view, keep, 2_000)
    state.from = keep
    state.lead = [user(`The conversation before this point was compacted:\n<summary>\n${summary}\n</summary>`)]
    view = state.view(messages)
  }
  return view
})
