/** What a replay sums up, over the steps of one session or of many. */
export type Figures = {
  steps: number
  cost: number
  raw: number
  output: number
  /** What of it went into reading the cache, and into writing it. */
  read: number
  written: number
  own: number
  names: number
  namesHeld: number
  stale: number
  staleHeld: number
  lines: number
  linesHeld: number
  /** Lines a tool showed in the running turn and the agent quoted within 30 replies, and those that were gone by then. */
  early: number
  earlyLost: number
  /** Characters of the user's own words, and those that are verbatim in the view. */
  said: number
  saidHeld: number
  /** Steps with a request of the user, and those where the view holds all of the latest one. */
  requests: number
  requestsWhole: number
  /** Lines shown as what a file holds, and those that are true, where a judge of that was given. */
  fileLines: number
  fileLinesTrue: number
  breaks: number
  overflows: number
  invalid: number
  problems: number
  /** Requests with a signed block behind other content than it was made with. */
  moved: number
  loopLost: number
  latestLost: number
  viewed: number
  ms: number
  slowestMs: number
}

export function noFigures(): Figures {
  return {
    steps: 0,
    cost: 0,
    raw: 0,
    output: 0,
    read: 0,
    written: 0,
    own: 0,
    names: 0,
    namesHeld: 0,
    stale: 0,
    staleHeld: 0,
    lines: 0,
    linesHeld: 0,
    early: 0,
    earlyLost: 0,
    said: 0,
    saidHeld: 0,
    requests: 0,
    requestsWhole: 0,
    fileLines: 0,
    fileLinesTrue: 0,
    breaks: 0,
    overflows: 0,
    invalid: 0,
    problems: 0,
    moved: 0,
    loopLost: 0,
    latestLost: 0,
    viewed: 0,
    ms: 0,
    slowestMs: 0,
  }
}

export function addFigures(sum: Figures, one: Figures): Figures {
  const keys = Object.keys(sum) as (keyof Figures)[]
  return Object.fromEntries(
    keys.map((key) => [key, key === 'slowestMs' ? Math.max(sum[key], one[key]) : sum[key] + one[key]]),
  ) as Figures
}
