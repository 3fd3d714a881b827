import { peer, scaled } from './state.ts'
import { isRequest, textOfWire, user, type Wire } from './wire.ts'

/** 90 %: everything becomes the summary and the user's own messages, the newest 20,000 tokens of them. */
export const codexLike = peer('Codex-like', (state, messages, window, step) => {
  let view = state.view(messages)
  if (state.tokens(view) > window * 0.9) {
    const summary = state.summarize(step, view, messages.length)
    const kept: Wire[] = []
    let left = scaled(20_000, window, 0.15)
    for (const message of messages.toReversed()) {
      if (!isRequest(message)) continue
      left -= state.tokens([message])
      if (left < 0 && kept.length > 0) break
      kept.unshift(user(textOfWire(message)))
    }
    state.from = messages.length
    state.lead = [
      user([...kept.map(textOfWire), `Another agent worked on this before you. Its summary:\n${summary}`].join('\n\n')),
    ]
    view = state.view(messages)
  }
  return view
})
