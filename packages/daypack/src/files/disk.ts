import type { Awaitable } from '../model/json.ts'
import { waitFor } from '../model/wait.ts'
import type { KnownLine } from './lines.ts'
import type { KnownFiles, KnownFile } from './known.ts'

/** Reads a file as it is now; undefined when it is gone, not text, or not to be read. */
export type ReadFile = (path: string) => Awaitable<string | undefined>

/** An epoch waits this long for all files together, for this many, and takes none that is larger. */
const MAX_MS = 1500
const MAX_FILES = 40
const MAX_CHARS = 1_000_000

/**
 * The files an agent knows, as they stand on the disk: true by construction. What cannot be read in time stays as the log
 * tells it. The given model is left as it is.
 */
export async function fromDisk(model: KnownFiles, read: ReadFile, signal?: AbortSignal): Promise<KnownFiles> {
  const wanted = [...model.files.values()].toSorted((one, other) => other.touched - one.touched).slice(0, MAX_FILES)
  const texts = new Map<string, string | undefined>()
  await waitFor(
    Promise.all(
      wanted.map(async (file) => {
        try {
          texts.set(file.path, await read(file.path))
        } catch {
          // Not to be read: the log tells what it knows.
        }
      }),
    ),
    { signal, ms: MAX_MS },
  ).catch(() => {})
  const files = new Map<string, KnownFile>()
  for (const [path, file] of model.files) {
    const text = texts.get(path)
    files.set(path, text === undefined || text.length > MAX_CHARS ? file : asOnDisk(file, text, model.doubt))
  }
  return { ...model, files }
}

/** The known runs of a file moved to where they stand now, with the text that stands there. */
export function asOnDisk(file: KnownFile, text: string, doubt = 0): KnownFile {
  const now = text.split('\n').map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line))
  if (now.at(-1) === '') now.pop()
  const places = new Map<string, number[]>()
  for (const [index, line] of now.entries()) {
    if (line.trim().length < 4) continue
    const known = places.get(line)
    if (known) known.push(index)
    else places.set(line, [index])
  }
  const fresh = Math.max(file.doubt, doubt)
  const lines: (KnownLine | undefined)[] = now.map(() => undefined)
  let differs = false
  const put = (run: Run, from: number): void => {
    for (const [step, line] of run.lines.entries()) {
      const found = now[from + step]
      const isSame = found === line.text
      differs ||= found === undefined || (!isSame && found.trimEnd() !== line.text.trimEnd())
      if (found !== undefined)
        lines[from + step] = { ...(isSame ? line : { text: found }), shown: Math.max(line.shown, fresh) }
    }
  }
  for (const run of knownRuns(file)) {
    const offset = offsetOf(run, places)
    if (offset !== undefined && offset !== 0) differs = true
    put(run, run.from + (offset ?? 0))
  }
  return { ...file, lines, total: now.length, ...(differs && { differs: true as const }) }
}

type Run = { readonly from: number; readonly lines: readonly KnownLine[] }

function knownRuns(file: KnownFile): Run[] {
  const found: Run[] = []
  let lines: KnownLine[] = []
  for (let index = 0; index <= file.lines.length; index++) {
    const line = file.lines[index]
    if (line) lines.push(line)
    else if (lines.length > 0) {
      found.push({ from: index - lines.length, lines })
      lines = []
    }
  }
  return found
}

/** By how much a run has moved: what most of its lines say; undefined when none of them stands there any more. */
function offsetOf(run: Run, places: ReadonlyMap<string, readonly number[]>): number | undefined {
  const votes = new Map<number, number>()
  for (const [step, line] of run.lines.entries()) {
    const found = places.get(line.text)
    if (!found || found.length > 8) continue
    for (const place of found) votes.set(place - run.from - step, (votes.get(place - run.from - step) ?? 0) + 1)
  }
  let best: number | undefined
  for (const [offset, count] of votes) {
    const most = best === undefined ? 0 : (votes.get(best) ?? 0)
    if (count > most || (count === most && Math.abs(offset) < Math.abs(best ?? 0))) best = offset
  }
  return best
}
