import { isStored } from '../model/block.ts'
import type { Json } from '../model/json.ts'
import type { Message } from '../model/message.ts'
import { numberedLines, searchHits, shownLines, type NumberedLine } from './numbered.ts'
import { fileActions, type Change, type FileAction } from '../tools/actions.ts'
import type { ToolTable } from '../tools/table.ts'

/** A line the agent knows; `shown` and `written` are positions of messages. */
export type KnownLine = { readonly text: string; readonly shown: number; readonly written?: number }

/** What the agent knows of one file: index = line number − 1, holes where it never looked. */
export type KnownFile = {
  readonly path: string
  lines: (KnownLine | undefined)[]
  /** Written by an edit whose place in the file is unknown. */
  loose: KnownLine[][]
  /** The message that last read or changed it. */
  touched: number
  reads: number
  changes: number
  lastRead?: { from: number; to: number; at: number }
  lastChange?: number
  /** Where it was changed, newest last. */
  edits: { line: number; at: number }[]
}

/** The files an agent works on, kept over reads, writes and edits. Failed calls change nothing. */
export type FileModel = {
  readonly files: Map<string, KnownFile>
  readonly tools: ToolTable | undefined
  readonly pending: Map<string, { tool: string; input: Json }>
}

export function createFileModel(tools?: ToolTable): FileModel {
  return { files: new Map(), tools, pending: new Map() }
}

/** The model of a whole conversation. */
export function fileModel(messages: readonly Message[], tools?: ToolTable): FileModel {
  const model = createFileModel(tools)
  for (const [at, message] of messages.entries()) observeFiles(model, message, at)
  return model
}

/** Take in one more message. Results must hold their text; stored ones are skipped. */
export function observeFiles(model: FileModel, message: Message, at: number): void {
  for (const block of message.blocks) {
    if (block.type === 'tool-call') model.pending.set(block.callId, { tool: block.tool, input: block.input })
    if (block.type !== 'tool-result') continue
    const call = model.pending.get(block.callId)
    model.pending.delete(block.callId)
    if (!call || isStored(block.content) || failed(block.content.text, block.isError)) continue
    for (const action of fileActions(call.tool, call.input, model.tools)) apply(model, action, block.content.text, at)
  }
}

/** Wires without an error flag still say it in the first words. */
export function failed(text: string, isError = false): boolean {
  return isError || /^\s*(?:<tool_use_error>|Error[:\s]|ERROR[:\s]|error: )/.test(text.slice(0, 100))
}

function apply(model: FileModel, action: FileAction, result: string, at: number): void {
  switch (action.type) {
    case 'read': {
      const file = touch(model, action.path, at)
      const lines = shownLines(result, action.from ?? 1)
      file.reads++
      const whole = action.from === undefined && action.count === undefined
      if (whole && lines.length > 0 && lines[0]?.number === 1) file.lines = []
      setLines(file, lines, at)
      const first = lines[0]
      const last = lines.at(-1)
      if (first && last) file.lastRead = { from: first.number, to: last.number, at }
      return
    }
    case 'write': {
      const file = touch(model, action.path, at)
      file.lines = linesOf(action.text).map((text) => ({ text, shown: at, written: at }))
      file.loose = []
      changed(file, 1, at)
      return
    }
    case 'edit': {
      const file = touch(model, action.path, at)
      const snippet = numberedLines(result)
      for (const change of action.changes) edit(file, change, snippet, at)
      setLines(file, snippet, at)
      return
    }
    case 'insert': {
      const file = touch(model, action.path, at)
      const added = linesOf(action.text).map((text): KnownLine => ({ text, shown: at, written: at }))
      file.lines = spliced(file.lines, action.after, 0, added)
      changed(file, action.after + 1, at)
      setLines(file, numberedLines(result), at)
      return
    }
    case 'append': {
      const file = touch(model, action.path, at)
      file.loose.push(linesOf(action.text).map((text) => ({ text, shown: at, written: at })))
      file.changes++
      file.lastChange = at
      return
    }
    case 'replace': {
      const file = find(model, action.path)
      if (!file) return
      file.touched = at
      for (const [index, line] of file.lines.entries()) {
        if (!line?.text.includes(action.old)) continue
        const text = action.all
          ? line.text.replaceAll(action.old, () => action.next)
          : line.text.replace(action.old, () => action.next)
        file.lines[index] = { text, shown: line.shown, written: at }
        changed(file, index + 1, at)
      }
      return
    }
    case 'search':
      for (const hit of searchHits(result, action.path)) {
        const file = find(model, hit.path ?? action.path ?? '')
        if (file) setLines(file, [hit], at)
      }
      return
    case 'forget': {
      const file = find(model, action.path)
      if (file) model.files.delete(file.path)
    }
  }
}

function edit(file: KnownFile, change: Change, snippet: readonly NumberedLine[], at: number): void {
  const old = change.old.split('\n')
  const next = change.next.split('\n')
  let from = 0
  let done = false
  for (;;) {
    const index = locate(file.lines, old, from)
    if (index === undefined) break
    const first = file.lines[index]?.text ?? ''
    const last = file.lines[index + old.length - 1]?.text ?? ''
    const kept = new Map(file.lines.slice(index, index + old.length).map((line) => [line?.text, line]))
    const lines = replaced(first, last, old, change)
      .split('\n')
      .map((text): KnownLine => ({ ...(kept.get(text) ?? { text, written: at }), shown: at }))
    file.lines = spliced(file.lines, index, old.length, lines)
    changed(file, index + 1, at)
    done = true
    from = index + lines.length
    if (!change.all) break
  }
  if (done) return
  const place = snippet.find((line) => next[0] !== '' && line.text.endsWith(next[0] ?? ''))
  const added = next.map((text): KnownLine => ({ text, shown: at, written: at }))
  if (place) {
    file.lines = spliced(file.lines, place.number - 1, old.length, added)
    changed(file, place.number, at)
  } else {
    file.loose.push(added)
    file.changes++
    file.lastChange = at
  }
}

/** The lines of a match after the change: what stood before and behind the old text on its first and last line stays. */
function replaced(first: string, last: string, old: readonly string[], change: Change): string {
  if (old.length === 1)
    return change.all ? first.split(change.old).join(change.next) : first.replace(change.old, () => change.next)
  return first.slice(0, first.length - (old[0] ?? '').length) + change.next + last.slice((old.at(-1) ?? '').length)
}

/** Where the old text stands among the known lines: first and last line may match in part. */
function locate(lines: readonly (KnownLine | undefined)[], old: readonly string[], from: number): number | undefined {
  const first = old[0] ?? ''
  const last = old.at(-1) ?? ''
  if (old.length === 1 && first === '') return undefined
  for (let index = from; index + old.length <= lines.length; index++) {
    const line = lines[index]
    if (!line) continue
    if (old.length === 1 ? !line.text.includes(first) : !line.text.endsWith(first)) continue
    let equal = true
    for (let step = 1; equal && step < old.length; step++) {
      const other = lines[index + step]
      equal = other !== undefined && (step === old.length - 1 ? other.text.startsWith(last) : other.text === old[step])
    }
    if (equal) return index
  }
  return undefined
}

function setLines(file: KnownFile, lines: readonly NumberedLine[], at: number): void {
  for (const { number, text } of lines) {
    if (number < 1 || number > MAX_LINES) continue
    const known = file.lines[number - 1]
    while (file.lines.length < number) file.lines.push(undefined)
    file.lines[number - 1] =
      known?.text === text && known.written !== undefined
        ? { text, shown: at, written: known.written }
        : { text, shown: at }
  }
  if (file.loose.length === 0) return
  const seen = new Set(lines.map((line) => line.text))
  file.loose = file.loose.filter((chunk) => !chunk.some((line) => line.text.trim() !== '' && seen.has(line.text)))
}

/** Files longer than this are not followed line by line. */
const MAX_LINES = 200_000

function spliced(
  lines: readonly (KnownLine | undefined)[],
  index: number,
  remove: number,
  added: readonly (KnownLine | undefined)[],
): (KnownLine | undefined)[] {
  const head = lines.slice(0, index)
  while (head.length < index && head.length < MAX_LINES) head.push(undefined)
  return [...head, ...added, ...lines.slice(index + remove)]
}

function changed(file: KnownFile, line: number, at: number): void {
  file.changes++
  file.lastChange = at
  file.edits.push({ line, at })
}

function touch(model: FileModel, path: string, at: number): KnownFile {
  let file = find(model, path)
  if (!file) {
    file = { path, lines: [], loose: [], touched: at, reads: 0, changes: 0, edits: [] }
    model.files.set(path, file)
  }
  file.touched = at
  return file
}

/** A relative path may be the end of an absolute one that is known already, and the other way round. */
function find(model: FileModel, path: string): KnownFile | undefined {
  const plain = path.replace(/^(?:\.\/)+/, '')
  const exact = model.files.get(path) ?? model.files.get(plain)
  if (exact || plain === '') return exact
  for (const file of model.files.values()) {
    if (file.path.endsWith(`/${plain}`) || (!file.path.startsWith('/') && plain.endsWith(`/${file.path}`))) return file
  }
  return undefined
}

function linesOf(text: string): string[] {
  const lines = text.split('\n')
  if (lines.at(-1) === '') lines.pop()
  return lines
}
