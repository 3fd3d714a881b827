import { isObject } from '../model/json.ts'
import { inlineText, isStored, type Message, type ToolCallBlock } from '../model/message.ts'
import { doubt, reached } from './doubt.ts'
import { createKnownFiles, isSure, type KnownFiles, type KnownFile } from './known.ts'
import { changed, linesOf, put, same, spliced, withShown, type KnownLine, type Own } from './lines.ts'
import { findFile, touch } from './lookup.ts'
import { isCutLine } from './notes.ts'
import { numberedLines, searchHits, shownText, type NumberedLine } from './numbered.ts'
import { normalPath, searchedFrom } from '../tools/paths.ts'
import { partsOf } from './parts.ts'
import { fileActions, folderOf, type Replacement, type FileAction } from '../tools/actions.ts'
import { failed } from '../speech/failed.ts'
import { toolOf, type ToolTable } from '../tools/table.ts'

/** What a whole conversation tells of its files. */
export function knownFiles(messages: readonly Message[], tools?: ToolTable): KnownFiles {
  const model = createKnownFiles(tools)
  for (const [at, message] of messages.entries()) observeFiles(model, message, at)
  return model
}

/** Take in one more message. Results must hold their text; stored ones are skipped. */
export function observeFiles(model: KnownFiles, message: Message, at: number, seq = at + 1): void {
  model.seqs[at] = seq
  for (const block of message.blocks) {
    if (block.type === 'tool-call') {
      model.pending.set(block.callId, { tool: block.tool, input: block.input })
      workIn(model, block)
    }
    if (block.type === 'text') heard(model, message.role, block.text, at)
    if (block.type !== 'tool-result') continue
    const call = model.pending.get(block.callId)
    model.pending.delete(block.callId)
    if (!call) continue
    const bad = isStored(block.content) || failed(block.content.text, block.isError)
    const text = inlineText(block.content)
    for (const action of fileActions(call.tool, call.input, model.tools))
      // A command that failed may have done part of its work.
      if (!bad || action.type === 'doubt') apply(model, action, text, at)
  }
}

/** Paths of tools that name no folder are below the one a shell was last run in. */
function workIn({ roots, tools }: KnownFiles, { tool, input }: ToolCallBlock): void {
  const folder = isObject(input) && toolOf(tool, tools)?.does === 'shell' ? normalPath(folderOf(input)) : ''
  if (folder === '') return
  roots.delete(folder)
  roots.add(folder)
}

/** Users who say that they changed something, and hosts that a session was left for a while. */
function heard(model: KnownFiles, role: Message['role'], text: string, at: number): void {
  if (role !== 'assistant' && (LEFT.test(text.slice(0, 2000)) || CHANGED.test(text.slice(0, 2000))))
    model.doubt = at + 1
}
/** The user says that they changed something themselves. A miss is no worse than before; a false hit only adds a mark. */
const CHANGED =
  /\b(?:i|we)(?:'ve|'ll| have| had| just| already| manually| also| now| did){0,3} (?:undid|undone|revert|reverted|removed|deleted|changed|edited|modified|updated|fixed|renamed|moved|reset|rolled|rewrote|merged|rebased|pulled|restored|replaced|formatted)\b|\bich habe\b.{0,60}\b(?:geändert|gelöscht|zurückgesetzt|umbenannt|angepasst|entfernt)|(?:我|已经?|手动)(?:改|删|撤销|回滚|恢复|修改|还原|重命名)/i
const LEFT = /<command-name>\/?(?:exit|quit|resume|clear|rewind)<\/command-name>/

function apply(model: KnownFiles, action: FileAction, result: string, at: number): void {
  switch (action.type) {
    case 'read': {
      const { lines, whole, total } = shownText(result, action.from ?? 1, action.count)
      if (action.rev === undefined)
        read(model, action.path, { lines, whole: whole && action.from === undefined, total }, at)
      return
    }
    case 'show':
      for (const { piece, lines } of partsOf(action.parts, result))
        if (piece.rev === undefined) read(model, piece.path, { lines, whole: false, total: undefined }, at)
      return
    case 'write': {
      const file = toChange(model, action.path, at)
      file.lines = writtenLines(linesOf(action.text), at)
      file.total = file.lines.length
      noteChange(file, 1, at)
      return
    }
    case 'edit': {
      const file = toChange(model, action.path, at)
      const snippet = numberedLines(result)
      for (const change of action.changes) edit(file, change, snippet, at)
      show(model, file, snippet, at)
      return
    }
    case 'insert': {
      const file = toChange(model, action.path, at)
      const added = writtenLines(linesOf(action.text), at)
      file.lines = spliced(file.lines, action.after, 0, added)
      if (file.total !== undefined) file.total += added.length
      noteChange(file, action.after + 1, at)
      show(model, file, numberedLines(result), at)
      return
    }
    case 'append': {
      const file = toChange(model, action.path, at)
      const added = writtenLines(linesOf(action.text), at)
      const isWhole = file.total !== undefined && file.doubt <= at && file.lines.length === file.total
      if (isWhole) {
        file.lines = [...file.lines, ...added]
        file.total = file.lines.length
      }
      noteChange(file, isWhole ? file.lines.length : undefined, at)
      return
    }
    case 'replace': {
      const file = findFile(model, action.path)
      if (!file) return
      file.touched = at
      file.saved ??= [...file.lines]
      for (const [index, line] of file.lines.entries()) {
        if (!line?.text.includes(action.old)) continue
        const text = action.all
          ? line.text.replaceAll(action.old, () => action.next)
          : line.text.replace(action.old, () => action.next)
        file.lines[index] = { text, shown: line.shown, written: at }
        noteChange(file, index + 1, at)
      }
      return
    }
    case 'search':
      search(model, action.path, result, at)
      return
    case 'forget': {
      const gone = normalPath(action.path)
      const file = findFile(model, gone)
      if (file) model.files.delete(file.path)
      for (const path of model.files.keys()) if (path.startsWith(`${gone}/`)) model.files.delete(path)
      return
    }
    case 'move': {
      const file = findFile(model, action.path)
      if (!file) return
      const to = normalPath(action.to)
      model.files.delete(file.path)
      model.files.set(to, { ...file, path: to, touched: at })
      return
    }
    case 'commit':
      for (const file of model.files.values()) delete file.saved
      return
    case 'undo':
      undo(model, action.path)
      return
    case 'doubt':
      doubt(model, action.reach, at)
  }
}

/** The file at a path before a change, which git may take back. */
function toChange(model: KnownFiles, path: string, at: number): KnownFile {
  const file = touch(model, path, at)
  file.saved ??= [...file.lines]
  return file
}

function writtenLines(texts: readonly string[], at: number): KnownLine[] {
  return texts.map((text) => ({ text, shown: at, written: at }))
}

/** What the agent had changed and not committed is as it was before. */
function undo(model: KnownFiles, path: string): void {
  for (const file of reached(model, path)) {
    if (!file.saved) continue
    file.lines = [...file.saved]
    file.edits = []
    file.changes = 0
    delete file.saved
    delete file.total
    delete file.lastChange
  }
}

type Shown = { readonly lines: readonly NumberedLine[]; readonly whole: boolean; readonly total: number | undefined }

/** Revisions are not followed: what stood there once is nobody's file now. */
function read(model: KnownFiles, path: string, { lines, whole, total }: Shown, at: number): void {
  const first = lines[0]
  const last = lines.at(-1)
  const file = touch(model, path, at)
  if (whole && first?.number === 1) {
    file.lines = withShown(file.lines.slice(0, last?.number), [], at)
    file.total = last?.number ?? 0
  } else if (total !== undefined) file.total = total
  show(model, file, lines, at)
}

/** Put in what was shown. Where it differs from what should stand there, something unseen has changed the file. */
function show(model: KnownFiles, file: KnownFile, lines: readonly NumberedLine[], at: number): void {
  const usable = lines.filter(({ text }) => !isCutLine(text))
  let own: Own | undefined
  const known = usable.filter(({ number }) => file.lines[number - 1] !== undefined)
  if (
    known.some(({ number, text }) => !same(file.lines[number - 1]?.text ?? '', text)) ||
    isLonger(model, file, usable)
  ) {
    file.doubt = at
    own = new Map(file.lines.flatMap((line) => (isOwn(line) ? [[line.text, line.written]] : [])))
    // Two versions are never shown side by side: what is not shown again goes.
    file.lines = file.lines.map((line) => (line && isSure(model, file, line) ? line : undefined))
  }
  file.lines = withShown(file.lines, usable, at, own)
  if (file.total !== undefined && file.total < file.lines.length) delete file.total
}

/** Something may have changed the file since, and lines are shown behind what was its end: it is another version. */
function isLonger(model: KnownFiles, file: KnownFile, lines: readonly NumberedLine[]): boolean {
  // A last empty line counts with some tools.
  const isBehind = (lines.at(-1)?.number ?? 0) > (file.total ?? Infinity) + 1
  return isBehind && file.lines.some((line) => line && !isSure(model, file, line))
}

/** Shorter lines stand in many places. */
const TELLING = 8

function isOwn(line: KnownLine | undefined): line is KnownLine & { readonly written: number } {
  return line?.written !== undefined && line.text.trim().length >= TELLING
}

function edit(file: KnownFile, change: Replacement, snippet: readonly NumberedLine[], at: number): void {
  const before = file.lines.length
  const done = changed(file.lines, change, at)
  if (done) {
    file.lines = done.lines
    if (file.total !== undefined) file.total += file.lines.length - before
    for (const place of done.places) noteChange(file, place, at)
    return
  }
  const old = change.old.split('\n')
  const next = change.next.split('\n')
  const place = snippet.find((line) => next[0] !== '' && line.text.endsWith(next[0] ?? ''))
  const added = writtenLines(next, at)
  if (place) file.lines = spliced(file.lines, place.number - 1, old.length, added)
  else {
    // What it replaced is gone, wherever it stood.
    const gone = new Set(old.filter((line) => !next.includes(line) && line.trim().length >= TELLING))
    file.lines = file.lines.map((line) => (line && gone.has(line.text) ? undefined : line))
    // What follows the place has moved, and we do not know where that is.
    if (old.length !== next.length) file.doubt = at
  }
  if (file.total !== undefined) file.total += next.length - old.length
  noteChange(file, place?.number, at)
}

/** Hits confirm or fill, they never overwrite: hosts shorten paths in them and take a slash from comments. */
function search(model: KnownFiles, searched: string | undefined, result: string, at: number): void {
  for (const hit of searchHits(result, searched)) {
    if (hit.path !== undefined && searched !== undefined) {
      const root = searchedFrom(searched, hit.path)
      if (root !== undefined) model.roots.add(root)
    }
    const file = findFile(model, hit.path ?? searched ?? '')
    if (!file) continue
    const known = file.lines[hit.number - 1]
    if (known === undefined) {
      if (!/^\s*\//.test(hit.text)) put(file.lines, hit, at)
    } else if (same(known.text, hit.text)) file.lines[hit.number - 1] = { ...known, shown: at }
    else if (!same(known.text.replace('//', '/'), hit.text)) file.doubt = at
  }
}

function noteChange(file: KnownFile, line: number | undefined, at: number): void {
  file.changes++
  file.lastChange = at
  if (line !== undefined) file.edits.push({ line, at })
}
