// docs/benchmarks/endless.md.
import type { Result } from './measured.ts'
import { heldTable, tenthsTable } from './tables.ts'

export type About = { readonly day: string; readonly commit: string; readonly command: string; readonly what: string }

export function endlessPage(results: readonly Result[], { day, commit, command, what }: About): string {
  return `# A session without end

Recorded sessions that may be tuned on, joined to one: ${what}. Made on ${day} at ${commit} with \`${command}\`. No model is called; Claude-Code-like has the [stand-in](../benchmarks.md#how-it-is-measured) for one, which is harder on decisions than a real model would be.

${results.map(tenthsTable).join('\n\n')}

*Beside a fresh session*: cost of these turns by that of the same turns, each recording alone. Time is of a machine under load and compares the strategies alone.

## What is left

${heldTable(results)}

- **Rules**: 40 of a CLAUDE.md given with the first message. **Decisions**: twelve that the user settles in the first talk (short, in the middle of a long message, "B", "yes do it"), all words within 700 characters. **Key points**: gold of the reading exam on the first recording, kinds intent and decisions, 60 % of their telling words within 700 characters. Means of three epochs, in %.
- **Last hour**: the last 120 messages before each epoch, over all epochs: files changed that are named, the longest of the last lines written into each, open tasks.
- Requests over the window would have been refused.
`
}
