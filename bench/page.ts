// docs/benchmarks.md, from what the benches printed.
import type { Done } from './jobs.ts'
import { byRepository, tables, type Result } from './replay/report.ts'

export type Made = {
  readonly day: string
  readonly commit: string
  readonly command: string
  readonly isStored: boolean
  readonly cores: number
  readonly load: number
}
export type Contents = {
  readonly results: readonly Result[]
  readonly others: Readonly<Record<string, Done | undefined>>
  readonly problems: readonly string[]
  readonly hasPeers: boolean
  readonly made: Made
  readonly commands: readonly string[]
}

export function page({ results, others, problems, hasPeers, made, commands }: Contents): string {
  const sessions = new Set(results.map(({ session }) => session)).size
  const printed = (script: string) => {
    const done = others[script]
    return !done ? 'not run' : (done.problem ?? done.output)
  }
  return `# Benchmarks

Generated on ${made.day} at commit ${made.commit} with \`${made.command}\`${made.isStored ? ' from stored replays (`bench/replay/main.ts --json`)' : ''}; Node ${process.version}, ${made.cores} cores, load average ${made.load.toFixed(1)} (times mean little when the load is above the number of cores).
${missing(problems, hasPeers)}
## Replay of real sessions

${
  results.length === 0
    ? 'Not run: no sessions were found (see below).'
    : `${sessions} real agent sessions, replayed step by step without calling a model: before every reply the caller hands over its full history, and the strategy returns what to send. **Cost** is relative to sending everything with an unlimited window (cached prefix 0.1, other input 1.25, output 5, a cache of five minutes, the strategy's own summarizer calls included). **Stale recall**: of the names the agent wrote next in tool arguments and had last seen more than 30 messages before, the share that was in view. **Edit lines**: of the lines it quoted in its next edit, the share in view. **Early loss**: of those that a tool had shown in the same turn at most 30 replies before, the share no longer in view. **User words**: of what the user has said so far (without wrappers and pasted text), the share that is in view word for word; **request whole**: the steps at which all of the latest request is. **Closed told open**: of the failures, tasks and announcements that a hand-over calls open and the recording knows, the share that had been closed before, with nothing later in the view that says so. **File truth**: of the lines shown as the contents of a file, the share that is true at that moment. **Thinking moved**: requests in which a signed thinking block follows content other than what it was made with; models that bind thinking to its prefix refuse these. *Pressed*: the history is more than 0.8 of the window; *calm*: at most 0.45. Bold: our default; italic: presets that follow other systems' documents. Names ending in "-like", QwenPaw Light, mini-claude, clear_tool_uses and masking are re-implemented from published rules; AI SDK, LangChain, Mastra, pi and OpenClaw are the published packages. All get the same summarizer, whose summaries hold as much as real ones do.

![cost and stale recall](benchmarks/pareto-stale.svg)

![cost and edit lines](benchmarks/pareto-lines.svg)

Hollow marks: more than one request in a hundred is too long or invalid and would be refused. An empty or refused request costs little here.

${tables(results)}

### The default by repository

${byRepository(results)}`
}

## Token counts

${asTable(printed('bench/tokens/tokens.ts'))}

## Engine

CPU time; for the peers, what they do themselves before a request, measured in the same run.

${asTable(printed('bench/engine/engine.ts'))}

## Compaction

\`\`\`
${printed('bench/compaction/main.ts')}
\`\`\`

## Retrieval

${printed('bench/retrieval/main.ts')}

## How to repeat it

The sessions are not part of this repository: set \`DAYPACK_DATA\` to a folder with \`trajectories/\`. \`npm install\` in \`bench/\` brings the peers. All of it, or one part alone:

\`\`\`sh
${made.command}
${commands.join('\n')}
\`\`\`
`
}

function missing(problems: readonly string[], hasPeers: boolean): string {
  const lines = [...problems, ...(hasPeers ? [] : ['Published peers were not installed (`npm install` in `bench/`).'])]
  return lines.length === 0 ? '' : `\nNot all of it ran:\n\n${lines.map((line) => `- ${line}`).join('\n')}\n`
}

/** Lines with bars as Markdown tables; blocks are parted by empty lines. */
function asTable(text: string): string {
  return text
    .split('\n\n')
    .map((part) => {
      const lines = part.split('\n')
      const wide = (lines[0] ?? '').split(' | ').length
      if (wide < 2) return `\`\`\`\n${part}\n\`\`\``
      const [head = '', ...rest] = lines
      const rows = rest.filter((line) => line.includes(' | ')).map((line) => `| ${line} |`)
      const more = rest.filter((line) => !line.includes(' | '))
      return [`| ${head} |`, `|${'---|'.repeat(wide)}`, ...rows, ...(more.length > 0 ? ['', ...more] : [])].join('\n')
    })
    .join('\n\n')
}
