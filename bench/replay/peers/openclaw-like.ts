import { peer, scaled } from './state.ts'
import { latestRequest, results, tailFrom, textOfWire, user } from './wire.ts'

/** OpenClaw: pi's compaction, and pruning once the cache is cold and 30 % are used. */
export const openClawLike = peer('OpenClaw-like', (state, messages, window, step) => {
  let view = state.view(messages)
  const used = state.tokens(view)
  if (state.lastAt > 0 && step.now - state.lastAt > 300_000 && used > window * 0.3) {
    const turns = messages.flatMap((message, at) => (message['role'] === 'assistant' ? [at] : []))
    const protectedFrom = turns.at(-3) ?? 0
    const old = messages.slice(state.from, protectedFrom).flatMap((message, index) => results(message, index))
    const prunable = old.reduce((sum, one) => sum + one.text.length, 0)
    for (const { id, text } of old) {
      if (used > window * 0.5 && prunable >= 50_000) state.replaced.set(id, '[Old tool result content cleared]')
      else if (text.length > 4_000) state.replaced.set(id, `${text.slice(0, 1_500)}\n…\n${text.slice(-1_500)}`)
    }
    view = state.view(messages)
  }
  if (state.tokens(view) > window - scaled(16_384, window, 0.25)) {
    const keep = Math.max(
      state.from,
      tailFrom(messages, scaled(20_000, window, 0.3), (message) => state.tokens([state.show(message)])),
    )
    const summary = state.summarizeApart(view, keep, 2_000)
    state.from = keep
    state.lead = [
      user(
        `The conversation before this point was compacted:\n<summary>\n${summary}\n</summary>\n\nLatest request: ${textOfWire(latestRequest(messages.slice(0, keep)))}`,
      ),
    ]
    view = state.view(messages)
  }
  return view
})
