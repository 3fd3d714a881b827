// Whether the file lines a view shows as current are: checked against the next real read of the same file in the recording.
import { shownText } from '../../packages/daypack/src/files/numbered.ts'
import { createKnownFiles, isSure, type KnownFiles } from '../../packages/daypack/src/files/known.ts'
import { findFile } from '../../packages/daypack/src/files/lookup.ts'
import { observeFiles } from '../../packages/daypack/src/files/model.ts'
import { failed } from '../../packages/daypack/src/speech/failed.ts'
import { fileActions } from '../../packages/daypack/src/tools/actions.ts'
import { isStored, type Message } from '../../packages/daypack/src/model/message.ts'
import type { Json } from '../../packages/daypack/src/model/json.ts'

/** Lines shown as current that were read again later, before anything else could have changed them: as shown, or not. */
export type FileTruth = { readonly right: number; readonly wrong: number; readonly wrongLines: readonly string[] }

/**
 * `view` is the text of a hand-over with `<file path="…" lines="…">` elements, `later` the messages of the recording that
 * follow it. What the agent itself changes in between is followed; what else may change a file ends the comparison.
 */
export function fileTruth(view: string, later: readonly Message[]): FileTruth {
  const model = createKnownFiles()
  for (const { path, lines } of shownAsCurrent(view)) seed(model, path, lines)
  const pending = new Map<string, { tool: string; input: Json }>()
  let right = 0
  const wrongLines: string[] = []
  for (const [index, message] of later.entries()) {
    for (const block of message.blocks) {
      if (block.type === 'tool-call') pending.set(block.callId, { tool: block.tool, input: block.input })
      if (block.type !== 'tool-result') continue
      const call = pending.get(block.callId)
      // Called before the view was made: what it did is not known here.
      if (!call) model.doubt = index + 1
      if (!call || isStored(block.content)) continue
      const { text } = block.content
      if (failed(text, block.isError)) continue
      for (const action of fileActions(call.tool, call.input)) {
        const file = action.type === 'read' && action.rev === undefined ? findFile(model, action.path) : undefined
        if (action.type !== 'read' || !file) continue
        for (const line of shownText(text, action.from).lines) {
          const known = file.lines[line.number - 1]
          if (known?.shown !== SHOWN || known.written !== undefined || !isSure(model, file, known)) continue
          if (known.text.trimEnd() === line.text.trimEnd()) right++
          else wrongLines.push(`${file.path}:${line.number}: ${known.text} | ${line.text}`)
        }
      }
    }
    observeFiles(model, message, index + 1)
  }
  return { right, wrong: wrongLines.length, wrongLines }
}

/** The position of the view itself, before all later messages. */
const SHOWN = 0

function seed(model: KnownFiles, path: string, lines: readonly { number: number; text: string }[]): void {
  const file = model.files.get(path) ?? {
    path,
    lines: [],
    doubt: 0,
    touched: SHOWN,
    // A formatter that runs later may go over it, whoever changed it before.
    lastChange: SHOWN,

    changes: 0,
    edits: [],
  }
  for (const { number, text } of lines) {
    while (file.lines.length < number) file.lines.push(undefined)
    file.lines[number - 1] = { text, shown: SHOWN }
  }
  model.files.set(path, file)
}

/** The elements of a view that give lines of a file as they are now; those with a note or a revision do not. */
export function shownAsCurrent(view: string): { path: string; lines: { number: number; text: string }[] }[] {
  return [...view.matchAll(/^<file path="([^"\n]+)" lines="([\d, -]+)(?: of \d+)?">\n([\s\S]*?)\n<\/file>$/gm)].map(
    ([, path = '', where = '', body = '']) => {
      const numbers = where.split(', ').flatMap((range) => {
        const [from = 0, to = from] = range.split('-').map(Number)
        return Array.from({ length: to - from + 1 }, (_, step) => from + step)
      })
      const texts = body.split('\n').filter((line) => !/^\[… lines \d+-\d+ not (?:shown|here) …\]$/.test(line))
      return { path, lines: numbers.slice(0, texts.length).map((number, at) => ({ number, text: texts[at] ?? '' })) }
    },
  )
}
