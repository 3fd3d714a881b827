import type { Outcome } from './harness.ts'
import { SUB_LINE, SUB_STEPS } from './script.ts'

/** What a run must hold and does not; empty when all is well. */
export function held(outcome: Outcome): string[] {
  const { isDone, steps, refused, asides, cached, windows, sessions, logs, isDelegated } = outcome
  const isSub = (lines: readonly string[]) => lines.some((text) => text.startsWith(`assistant: ${SUB_LINE}`))
  const said = Object.values(logs)
    .filter((lines) => !isSub(lines))
    .flat()
  const wrong: string[] = []
  const expect = (isTrue: boolean, what: string) => void (isTrue || wrong.push(what))
  expect(isDone, `the task was not finished: ${outcome.output.slice(-800)}`)
  expect(windows >= 3, `only ${windows.toFixed(1)} windows of output`)
  expect(refused.length === 0, `turns were refused: ${refused.join(', ')}`)
  expect(!asides.some((text) => /compact|compress|summar/i.test(text)), 'the client compacted by itself')
  expect(cached >= 0.9, `only ${(cached * 100).toFixed(1)} % came from the cache`)
  expect(outcome.pointers > 0, 'no request says where to read what was folded')
  expect(outcome.dead.length === 0, `pointers that lead nowhere: ${outcome.dead.join(', ')}`)
  const most = isDelegated ? 2 : 1
  expect(sessions.length === most, `${sessions.length} sessions: ${sessions.join(', ')}`)
  if (isDelegated)
    expect(wholeSub(Object.values(logs).filter(isSub)), 'the sub-agent has no log of its own, or not all of it')
  for (let step = 0; step < steps; step++) {
    const told = said.filter((text) => text.startsWith(`assistant: Now step ${step}.`)).length
    expect(told >= 1, `step ${step} is not in the log`)
    // Some shells of agents lose an output now and then: the command stands there all the same.
    const results = said.filter((text) => text.startsWith('result ') && text.includes(`module-${step}-`))
    expect(results.length >= 1, `the result of step ${step} is not in the log`)
  }
  const calls = said.flatMap((text) => /^result (\S+):/.exec(text)?.[1] ?? [])
  const twice = calls.length - new Set(calls).size
  expect(twice === 0, `${twice} results are in the log twice`)
  return wrong
}

/** One session that says each line of the sub-agent once, and nothing of the main conversation. */
function wholeSub(subs: readonly (readonly string[])[]): boolean {
  const [lines = []] = subs
  const told = lines.filter((text) => text.startsWith(`assistant: ${SUB_LINE}`))
  return (
    subs.length === 1 && new Set(told).size === SUB_STEPS && told.length === SUB_STEPS && !/Now step/.test(lines.join())
  )
}
