import { atWrite, peer, scaled } from './state.ts'
import { tailFrom, user } from './wire.ts'

/** Input limit minus the reserve; a tail of a quarter of the window (2k to 15k) stays. Results are capped at 50 KB. */
export const openCodeLike = peer('OpenCode-like', (state, messages, window, step) => {
  atWrite(state, messages, (text) =>
    text.length > 51_200 || text.split('\n').length > 2_000
      ? `${text.split('\n').slice(0, 2_000).join('\n').slice(0, 51_200)}\n[truncated; the whole is saved]`
      : undefined,
  )
  let view = state.view(messages)
  if (state.tokens(view) >= window - scaled(20_000, window, 0.15)) {
    const limit = Math.min(15_000, Math.max(2_000, window * 0.25))
    const keep = Math.max(
      state.from,
      tailFrom(messages, limit, (message) => state.tokens([state.show(message)])),
    )
    const summary = state.summarize(step, view, keep)
    state.from = keep
    state.lead = [user(`${summary}\n\nContinue if you have next steps.`)]
    view = state.view(messages)
  }
  return view
})
