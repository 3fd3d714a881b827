import { defined } from '../model/json.ts'
import { commandLine, type Command } from './command-line.ts'
import { joinReach, reachOf, type Reach } from './may-change.ts'
import type { FileAction, Lines, Piece } from './actions.ts'

/** What a command line run in the folder `from` does to files, where that can be read off; the rest is reported as doubt. */
export function shellActions(line: string, patch: (body: string) => FileAction[], from = ''): FileAction[] {
  const commands = commandLine(line)
  const actions: FileAction[] = []
  let folder = from
  let doubt: Reach = []
  const shown: (Piece | undefined)[] = []
  for (const [at, command] of commands.entries()) {
    const [program = ''] = command.words
    if (program === 'cd') {
      folder = command.unsure ? '?' : within(folder, command.words[1] ?? '~')
      continue
    }
    if (command.after === '|') continue
    const pipe = [command]
    for (let next = at + 1; commands[next]?.after === '|'; next++) pipe.push(commands[next] as Command)
    const known = writeActions(pipe, patch) ?? sedActions(pipe) ?? removeActions(pipe)
    if (known) {
      actions.push(...known.map((action) => below(folder, action)))
      if (known[0]?.type !== 'undo') continue
    }
    for (const one of pipe) {
      const into = one.into.map(({ path }) => path).filter((path) => path !== '/dev/null' && !path.includes('$'))
      doubt = joinReach(doubt, moveReach(folder, joinReach(reachOf(one), into)))
    }
    shown.push(piece(pipe, folder))
  }
  const reads = readActions(shown, commands)
  return [...actions, ...reads, ...(doubt.length > 0 ? [{ type: 'doubt' as const, reach: doubt }] : [])]
}

function readActions(shown: readonly (Piece | undefined)[], commands: readonly Command[]): FileAction[] {
  const pieces = shown.filter((one) => one !== undefined)
  const parts = pieces.filter((one) => one.type !== 'silent')
  const [only] = parts
  if (only === undefined || pieces.length < shown.length) return []
  if (parts.length > 1) return parts.every((one) => one.type !== 'search') ? [{ type: 'show', parts }] : []
  if (only.type === 'search')
    return [only.path === undefined ? { type: 'search' } : { type: 'search', path: only.path }]
  if (only.type !== 'file' || commands.length > 12) return []
  return [{ ...only, type: 'read' }]
}

function piece(pipe: readonly Command[], folder: string): Piece | undefined {
  const [first, ...filters] = pipe
  if (!first || pipe.some((one) => one.unsure) || folder === '?') return undefined
  if (pipe.some((one) => one.into.length > 0)) return first.into.length > 0 ? { type: 'silent' } : undefined
  const [program = '', ...words] = first.words
  if (filters.length === 0 && QUIET.has(program)) return { type: 'silent' }
  if (filters.length === 0 && program === 'echo')
    return { type: 'line', text: words.filter((word) => !/^-[neE]+$/.test(word)).join(' ') }
  if (filters.length === 0 && /^(?:grep|rg)$/.test(program)) return searchPiece(program, words, folder)
  const whole = part(program, words) ?? ofRevision(program, words)
  if (whole?.path === undefined || filters.length > 1 || whole.last !== undefined) return undefined
  const [filter] = filters
  const cut = filter ? part(filter.words[0] ?? '', filter.words.slice(1)) : {}
  if (!cut || cut.path !== undefined) return undefined
  const path = within(folder, whole.path)
  const file = (from: number | undefined, count: number | undefined) =>
    defined<Extract<Piece, { type: 'file' }>>({ type: 'file', path, from, count, rev: whole.rev })
  if (cut.last !== undefined) {
    if (whole.count === undefined) return undefined
    return file(Math.max(1, (whole.from ?? 1) + whole.count - cut.last), cut.last)
  }
  return file(cut.from === undefined ? whole.from : (whole.from ?? 1) + cut.from - 1, cut.count ?? whole.count)
}

const QUIET = new Set(['true', ':', 'set', 'export', 'mkdir', 'touch', 'sleep', 'chmod', 'source', '.'])

type Part = Partial<Lines> & { readonly last?: number }

function part(program: string, words: readonly string[]): Part | undefined {
  const files = words.filter((word) => !word.startsWith('-') && !/^\+?\d+$/.test(word))
  const named = (path: string | undefined) => (path === undefined ? {} : { path })
  if (program === 'cat' || program === 'nl' || program === 'bat') {
    const paths = files.filter((word, at) => !(program === 'nl' && word === 'a' && at === 0))
    return paths.length === 1 ? { path: paths[0] ?? '' } : undefined
  }
  if (program === 'sed' && words[0] === '-n') {
    const [, from, to] = /^(\d{1,7})(?:,\s*(\d{1,7}|\$))?\s*p;?$/.exec(words[1] ?? '') ?? []
    if (from === undefined || words.length > 3) return undefined
    return {
      ...named(words[2]),
      from: Number(from),
      ...(to !== '$' && { count: Number(to ?? from) - Number(from) + 1 }),
    }
  }
  if (program !== 'head' && program !== 'tail') return undefined
  if (files.length > 1 || words.some((word) => /^-c|^--bytes|^-f/.test(word))) return undefined
  const [, plus, number] = /(?:^|\s)-(?:n\s*)?(\+?)(\d{1,7})(?:\s|$)/.exec(words.join(' ')) ?? []
  const count = Number(number ?? 10)
  if (program === 'head') return { ...named(files[0]), from: 1, count }
  return plus ? { ...named(files[0]), from: count } : { ...named(files[0]), last: count }
}

/** `git show HEAD~1:src/a.ts`: the file as it was there. */
function ofRevision(program: string, words: readonly string[]): Part | undefined {
  if (program !== 'git' || words[0] !== 'show' || words.length !== 2) return undefined
  const [, rev, path] = /^([^:\s]{1,100}):([^:\s]{1,400})$/.exec(words[1] ?? '') ?? []
  return rev !== undefined && path !== undefined ? { path, rev } : undefined
}

/** A search that prints line numbers; a single file it looks in is named by no hit. */
function searchPiece(program: string, words: readonly string[], folder: string): Piece | undefined {
  const isNumbered = program === 'rg' || words.some((word) => /^-\w*n/.test(word) || word === '--line-number')
  if (!isNumbered) return undefined
  const path = words.at(-1) ?? ''
  return words.length > 1 && /\.\w{1,10}$/.test(path)
    ? { type: 'search', path: within(folder, path) }
    : { type: 'search' }
}

function writeActions(pipe: readonly Command[], patch: (body: string) => FileAction[]): FileAction[] | undefined {
  const [only] = pipe
  const [program = '', ...words] = only?.words ?? []
  if (pipe.length === 1 && program === 'apply_patch') return patch(only?.input ?? words[0] ?? '')
  if (pipe.length !== 1 || only?.input === undefined) return undefined
  const [target] = only.into
  if (program === 'cat' && words.length === 0 && target && only.into.length === 1)
    return [{ type: target.append ? 'append' : 'write', path: target.path, text: only.input }]
  const paths = words.filter((word) => word !== '-a')
  if (program !== 'tee' || paths.length !== 1) return undefined
  return [{ type: words.includes('-a') ? 'append' : 'write', path: paths[0] ?? '', text: only.input }]
}

/** `sed -i s/old/new/ file` with plain texts can be followed. */
function sedActions(pipe: readonly Command[]): FileAction[] | undefined {
  const [only] = pipe
  if (pipe.length !== 1 || only?.words[0] !== 'sed' || only.unsure || only.into.length > 0) return undefined
  const rest = only.words.slice(1).filter((word) => word !== '-e' && word !== '')
  if (!(rest[0] ?? '').startsWith('-i') || rest.length < 3) return undefined
  const [, script = '', ...paths] = rest
  const mark = script[1] ?? ''
  if (script[0] !== 's' || !'/|#@'.includes(mark) || paths.length === 0) return undefined
  const [old = '', next = '', flags, ...more] = script.slice(2).split(mark)
  if (
    flags === undefined ||
    more.length > 0 ||
    old === '' ||
    !/^g?$/.test(flags) ||
    !isLiteral(old) ||
    !isLiteral(next)
  )
    return undefined
  return paths.map((path): FileAction => ({
    type: 'replace',
    path,
    old: unescape(old),
    next: unescape(next),
    all: flags === 'g',
  }))
}

function removeActions(pipe: readonly Command[]): FileAction[] | undefined {
  const [only] = pipe
  if (!only) return undefined
  const words = only.words[0] === 'git' ? only.words.slice(1) : only.words
  if (words !== only.words && words[0] === 'commit') return [{ type: 'commit' }]
  if (pipe.length !== 1 || only.unsure) return undefined
  const undone = words === only.words ? [] : undoneBy(words)
  if (undone.length > 0) return undone.map((path) => ({ type: 'undo', path }))
  const paths = words.slice(1).filter((word) => !word.startsWith('-'))
  if (words[0] === 'rm' && !words.includes('--cached')) return paths.map((path) => ({ type: 'forget', path }))
  const [path = '', to = ''] = paths
  if (words[0] !== 'mv' || paths.length !== 2) return undefined
  const isFolder = to.endsWith('/') || !/\.\w+$/.test(to)
  return [
    { type: 'move', path, to: isFolder ? `${to.replace(/\/$/, '')}/${path.slice(path.lastIndexOf('/') + 1)}` : to },
  ]
}

/** The paths a git command takes back to what was committed: `git checkout -- a.ts`, `git restore .`, `git reset --hard`. */
function undoneBy([verb = '', ...words]: readonly string[]): readonly string[] {
  const options = words.filter((word) => word.startsWith('-') && word !== '--')
  const named = words.filter((word) => !word.startsWith('-') && word !== 'HEAD')
  if (verb === 'reset') return options.includes('--hard') && named.length === 0 ? ['.'] : []
  if ((verb !== 'checkout' && verb !== 'restore') || options.length > 0) return []
  // Another revision than HEAD: its contents are not known.
  if (words[1] === '--' && words[0] !== 'HEAD') return []
  return verb === 'restore' || words.includes('--') || named.every((word) => PATH.test(word)) ? named : []
}
const PATH = /^\.$|\.\w{1,6}$/

function isLiteral(pattern: string): boolean {
  return !/[[\]*^$&]|(?<!\\)\.|\\[^/.|#@-]/.test(pattern)
}

function unescape(pattern: string): string {
  return pattern.replaceAll(/\\(.)/g, '$1')
}

function within(folder: string, path: string): string {
  return folder === '' || /^[/~]/.test(path) ? path : `${folder.replace(/\/$/, '')}/${path}`
}

function below(folder: string, action: FileAction): FileAction {
  if (action.type === 'move') return { ...action, path: within(folder, action.path), to: within(folder, action.to) }
  return 'path' in action && action.path !== undefined ? { ...action, path: within(folder, action.path) } : action
}

function moveReach(folder: string, reach: Reach): Reach {
  if (typeof reach === 'string') return reach
  if (folder === '?' && reach.length > 0) return 'all'
  return reach.map((path) => (path.startsWith('**') ? path : within(folder, path)))
}
