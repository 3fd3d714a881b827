// Of the lines the agent really quoted in its next edits, known before the compaction and not shown again after it: how
// many stand in what it was left with? Content, not names.
import type { Message } from '../../packages/daypack/src/model/message.ts'
import { compact } from '../../packages/daypack/src/passes/compact.ts'
import { texts } from '../../packages/daypack/src/handover/read/texts.ts'
import { openDesk } from '../../packages/daypack-testing/src/desk.ts'
import { byBytes } from '../../packages/daypack/src/tokens/count.ts'
import type { Point } from './identifier-recall.ts'
import { editsIn } from './edits.ts'

const AHEAD = 60
const LONGEST = 6

export async function editLines(
  all: readonly Point[],
  write: (point: Point) => Promise<string>,
): Promise<{ share: number; tokens: number }> {
  let [held, needed, tokens] = [0, 0, 0]
  for (const point of all) {
    const text = await write(point)
    const known = said(point.history)
    const lines = quotedUnseen(point.session.messages.slice(point.at, point.at + AHEAD)).filter((line) =>
      known.includes(line),
    )
    needed += lines.length
    held += lines.filter((line) => text.includes(line)).length
    tokens += byBytes(4).count(text)
  }
  return { share: (100 * held) / needed, tokens: Math.round(tokens / all.length) }
}

/** Everything the model is shown after an epoch at this point. */
export async function rebuilt(point: Point, window: number): Promise<string> {
  const desk = openDesk({ window })
  await desk.say(...point.history)
  await desk.run([compact()], { isForced: true })
  return said(await desk.shown())
}

function quotedUnseen(messages: readonly Message[]): string[] {
  return [...editsIn(messages, (message) => said([message]))].flatMap(({ edit, seen }) =>
    edit.changes
      .flatMap((change) => change.old.split('\n'))
      .filter((line) => line.trim() !== '')
      .toSorted((one, other) => other.length - one.length)
      .slice(0, LONGEST)
      .filter((line) => !seen.includes(line)),
  )
}

function said(messages: readonly Message[]): string {
  return messages
    .flatMap((message) => texts(message))
    .map((one) => one.text)
    .join('\n')
}
