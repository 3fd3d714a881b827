import { atWrite, peer, scaled } from './state.ts'
import { isRequest, results, user } from './wire.ts'

/** mini-claude: budget by pressure, snip at 60 %, clear after five idle minutes, all on every request; a summary at 85 % between turns only. */
export const miniClaudeLike = peer('mini-claude', (state, messages, window, step) => {
  atWrite(state, messages, (text) =>
    text.length > 30_720
      ? `${text.split('\n').slice(0, 200).join('\n').slice(0, 30_720)}\n[saved to a file]`
      : undefined,
  )
  const effective = window - scaled(20_000, window)
  const load = state.tokens(state.view(messages)) / effective
  const all = messages.slice(state.from).flatMap((message, index) => results(message, index))
  const limit = load > 0.7 ? 15_000 : load > 0.5 ? 30_000 : Infinity
  for (const { id, text } of all)
    if (!state.replaced.has(id) && text.length > limit)
      state.replaced.set(id, `${text.slice(0, limit / 2)}\n[… budgeted …]\n${text.slice(-limit / 2)}`)
  const idle = state.lastAt > 0 && step.now - state.lastAt > 300_000
  for (const { id } of load > 0.6 || idle ? all.slice(0, -3) : [])
    state.replaced.set(id, idle ? '[Old result cleared]' : '[Content snipped - re-read if needed]')
  const view = state.view(messages)
  if (state.tokens(view) <= effective * 0.85 || !isRequest(messages.at(-1))) return view
  const summary = state.summarize(step, view, messages.length - 1)
  state.from = messages.length - 1
  state.lead = [
    user(`[Previous conversation summary]\n${summary}`),
    { role: 'assistant', content: [{ type: 'text', text: 'Understood. I have the context.' }] },
  ]
  return state.view(messages)
})
