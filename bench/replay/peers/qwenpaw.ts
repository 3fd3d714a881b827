import { peer } from './state.ts'
import { results, tailFrom, user } from './wire.ts'

/** Light: results behind the two newest messages to 3,000 bytes at once; a summary at 80 %, a tenth stays. */
export const qwenPawLight = peer('QwenPaw Light', (state, messages, window) => {
  const sliced = (text: string, max: number) =>
    Buffer.byteLength(text) > max + 100
      ? `${Buffer.from(text).subarray(0, max).toString('utf8')}\n<<<TRUNCATED>>>`
      : undefined
  for (const [index, message] of messages.entries()) {
    if (index < state.from) continue
    const isRecent = index >= messages.length - 2
    for (const { id, text } of results(message)) {
      const less = sliced(text, isRecent ? 50_000 : 3_000)
      if (less !== undefined) state.replaced.set(id, less)
    }
  }
  let view = state.view(messages)
  if (state.tokens(view) >= window * 0.8) {
    const keep = Math.max(
      state.from,
      tailFrom(messages, window * 0.1, (message) => state.tokens([state.show(message)])),
    )
    const summary = state.summarizeApart(view, keep, 1_000)
    state.from = keep
    state.lead = [user(`<previous-summary>\n${summary}\n</previous-summary>`)]
    view = state.view(messages)
  }
  return view
})
