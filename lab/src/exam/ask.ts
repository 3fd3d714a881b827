/** Any model: instructions and the task in, text out. */
export type Complete = (ask: { readonly system: string; readonly prompt: string }) => Promise<string>

/** A reply as JSON, read by `take`; one of the wrong shape is asked for once more, with what was wrong. */
export async function askFor<T>(
  complete: Complete,
  { system, prompt }: { readonly system: string; readonly prompt: string },
  take: (value: unknown) => T,
  onProblem: (problem: string) => void = () => {},
): Promise<T> {
  const first = await complete({ system, prompt })
  try {
    return take(jsonIn(first))
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error)
    onProblem(problem)
    const more = `${prompt}\n\nYour last reply could not be used: ${problem}\nIt was:\n${first}`
    return take(jsonIn(await complete({ system, prompt: more })))
  }
}

/** The JSON object in a reply, with or without words or a fence around it. */
export function jsonIn(reply: string): unknown {
  const from = reply.indexOf('{')
  const to = reply.lastIndexOf('}')
  if (from < 0 || to < from) throw new Error('There is no JSON object in the reply.')
  return JSON.parse(reply.slice(from, to + 1))
}
