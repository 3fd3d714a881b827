// docs/benchmarks.md, from the replays.
import { isOfPage, table, type Result } from './replay/report.ts'

export type Contents = {
  readonly results: readonly Result[]
  readonly problems: readonly string[]
  readonly day: string
  readonly commit: string
  readonly command: string
}

export function page({ results, problems, day, commit, command }: Contents): string {
  const sessions = new Set(results.filter(isOfPage).map(({ session }) => session)).size
  return `# Benchmarks

Does a model still know what matters after a fold? The [reading exams](../bench/readers/README.md) ask: [eighth](../bench/readers/sat/eighth.md), [ninth](../bench/readers/sat/ninth.md), [tenth](../bench/readers/sat/tenth.md), [eleventh](../bench/readers/sat/eleventh.md). What does it cost, and what is in view? This page. [Real agents behind the proxy](benchmarks/gateway.md) and [a session without end](benchmarks/endless.md) have pages of their own.

## Replay of real sessions

Made on ${day} at commit ${commit} with \`${command}\`: ${sessions} recorded sessions that do not fit their window, of repositories or halves of repositories that no setting was tuned on (\`bench/replay/parts.ts\`).
${missing(problems)}
${table(results)}

- **Cost** is relative to sending everything with an unlimited window: cached prefix 0.1, other input 1.25, output 5, a cache of five minutes, the strategy's own calls of a model included (**own calls**: their share).
- **Names**: of the names the agent wrote next in tool arguments and had last seen more than 30 messages before, the share in view. **Edit lines**: of the lines it quoted in its next edit, the share in view. **User words**: of what the user has said so far, the share in view word for word.
- **Refused**: requests that are too long or invalid. **Thinking moved**: requests in which a signed thinking block follows other content than it was made with; models that bind thinking to its prefix refuse these.
- Bold: our default, without and with a model. Italic: presets that follow other systems' documents.

## How it is measured

No model is called. Before every reply of the recording the caller hands over its full history, and the strategy returns what to send; that is priced, checked and searched. Compactions in the recordings are undone first. The clock is the recorded one, otherwise 20 s a step. Agents read again what they lost, so all figures of recall are optimistic, for everyone alike.

All strategies get the same stand-in for a model: it writes 11 kB, the median of 19 real summaries, and holds 40 % of the names the agent uses in the next 60 messages, as the real ones do. It is generous in one way: it always sees the whole history, never its own earlier summary.

| peer | rule as used here |
| --- | --- |
| Claude-Code-like | summary at the window − 20k − 13k, the five newest reads put back, 5k tokens each; results over 50,000 characters cut to 2,000 |
| Codex-like | summary at 90 %, with the user's own messages up to 20k tokens; nothing else stays |
| observation masking | results behind the ten newest become one line on every request |
| AI SDK, LangChain | \`pruneMessages\`; \`summarizationMiddleware\`: the published packages |

Constants meant for 200k windows are scaled down for smaller ones, otherwise the peer could not work there at all: reserves to a tenth. Masking and pruning have nothing to fall back on where the window is full, hence their refused requests, and change old messages at every request, hence their cost.

## What pays off

The default without one mechanism (\`bench/replay/tune.ts --windows 64 bench/replay/ablations.ts\`, 14 training sessions, of an older default): epochs at a fixed 80 % instead of when a rewrite pays cost a quarter more; no epochs on a cold cache a tenth more; without files in work a fifth of the edit lines is gone. At the prices of OpenAI, DeepSeek and Gemini the order of the strategies is the same (\`--prices\`); where cache reads are dearer there is more to save.

## How to repeat it

The sessions are not part of this repository: set \`DAYPACK_DATA\` to a folder with \`trajectories/\`. \`npm install\` in \`bench/\` brings the published peers. Your own sessions: \`daypack replay\`.

\`\`\`sh
npm run bench
node --conditions=daypack-source bench/replay/main.ts --windows 64 --strategies daypack,Claude-Code-like --sessions
\`\`\`
`
}

function missing(problems: readonly string[]): string {
  return problems.length === 0 ? '' : `\nNot all of it ran:\n\n${problems.map((line) => `- ${line}`).join('\n')}\n`
}
