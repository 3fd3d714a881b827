import type { FileAction } from './actions.ts'

const CD = /^\s*cd\s+(['"]?)([^\s'";&|]+)\1\s*(?:&&|;)\s*/
const HEREDOC = /^([^\n]*?)<<-?\s*(['"]?)(\w+)\2([^\n]*)\n((?:[\s\S]*?\n)?)\3[ \t]*(?:\n|$)/
/** Where error output goes says nothing about files. */
const ERRORS = /\s*2>\s*(?:&1|\/dev\/null)/g
const IN_PLACE = /\b(?:sed\s+-i\S*|rm(?:\s+-\w+)*|gofmt\s+-w|prettier\s+--write)\b[^|;&\n]*/g
const SUBSTITUTE =
  /^sed\s+-i(?:\.\w+)?\s+(?:''\s+)?(?:-e\s+)?(['"])s([/|#@])((?:(?!\2).)+)\2((?:(?!\2).)*)\2(g?)\1\s+(\S+)$/
const WORD = /"[^"]*"|'[^']*'|\S+/g

/** What a command line does to files, as far as its plain ways tell; everything else is left alone. */
export function shellActions(line: string, patch: (body: string) => FileAction[]): FileAction[] {
  const cd = CD.exec(line)
  if (cd) return shellActions(line.slice(cd[0].length), patch).map((action) => below(cd[2] ?? '', action))
  const heredoc = HEREDOC.exec(line)
  if (heredoc) {
    const command = `${heredoc[1]} ${heredoc[4]}`.replaceAll(ERRORS, '').trim()
    return [
      ...fed(command, (heredoc[5] ?? '').replace(/\n$/, ''), patch),
      ...shellActions(line.slice(heredoc[0].length), patch),
    ]
  }
  const plain = line.replaceAll(ERRORS, '').trim()
  const substitute = SUBSTITUTE.exec(plain)
  if (substitute && isLiteral(substitute[3] ?? '') && isLiteral(substitute[4] ?? '')) {
    const [, , , old = '', next = '', all, path = ''] = substitute
    return [{ type: 'replace', path, old: unescaped(old), next: unescaped(next), all: all === 'g' }]
  }
  const shown = reading(plain)
  return shown ? [shown] : forgotten(plain)
}

/** A command that a text is fed to. */
function fed(command: string, body: string, patch: (body: string) => FileAction[]): FileAction[] {
  if (/^apply_patch\b/.test(command)) return patch(body)
  const [, more, path] =
    /^cat\s*(>>?)\s*(\S+)$/.exec(command) ?? /^tee(?:\s+(-a))?\s+(\S+?)(?:\s*>\s*\/dev\/null)?$/.exec(command) ?? []
  if (path === undefined) return []
  const isAppend = more === '>>' || more === '-a'
  return [{ type: isAppend ? 'append' : 'write', path: bare(path), text: body }]
}

type Part = { readonly path?: string; readonly from?: number; readonly count?: number; readonly last?: number }

/** A file shown by itself: one command, or a second one that takes a part of what the first shows. */
function reading(line: string): FileAction | undefined {
  const words = line.match(WORD) ?? []
  if (words.some((word) => /[<>;&`]|\$\(/.test(word) && !/^['"]/.test(word))) return undefined
  const pipes = split(words)
  const [first = [], second] = pipes
  if (pipes.length === 1 && /^(?:grep|rg)$/.test(first[0] ?? '')) return searching(first)
  const whole = part(first)
  if (whole?.path === undefined || pipes.length > 2) return undefined
  const cut = second ? part(second) : {}
  if (!cut || cut.path !== undefined) return undefined
  const { path } = whole
  if (whole.last !== undefined) return undefined
  if (cut.last !== undefined)
    return whole.count === undefined
      ? undefined
      : { type: 'read', path, from: Math.max(1, (whole.from ?? 1) + whole.count - cut.last), count: cut.last }
  const from = cut.from === undefined ? whole.from : (whole.from ?? 1) + cut.from - 1
  const count = cut.count ?? whole.count
  return { type: 'read', path, ...(from !== undefined && { from }), ...(count !== undefined && { count }) }
}

function split(words: readonly string[]): string[][] {
  const parts: string[][] = [[]]
  for (const word of words)
    if (word === '|') parts.push([])
    else parts.at(-1)?.push(word)
  return parts
}

/** The file and the lines that cat, nl, sed -n, head and tail show. */
function part([command, ...words]: readonly string[]): Part | undefined {
  const rest = words.map(bare)
  const files = rest.filter((word) => !word.startsWith('-') && !/^\+?\d/.test(word))
  const named = (path: string | undefined) => (path === undefined ? {} : { path })
  if (command === 'cat' || command === 'nl') {
    const paths = files.filter((word) => word !== 'a')
    return paths.length === 1 && !/[*?]/.test(paths[0] ?? '') ? { path: paths[0] ?? '' } : undefined
  }
  if (command === 'sed' && rest[0] === '-n') {
    const [, from, to] = /^(\d+)(?:,\s*(\d+))?\s*p$/.exec(rest[1] ?? '') ?? []
    if (from === undefined || rest.length > 3) return undefined
    return { ...named(rest[2]), from: Number(from), count: Number(to ?? from) - Number(from) + 1 }
  }
  if (command !== 'head' && command !== 'tail') return undefined
  const [, plus, number] = /(?:^|\s)-(?:n\s*)?(\+?)(\d+)(?:\s|$)/.exec(rest.join(' ')) ?? []
  if (files.length > 1) return undefined
  const count = Number(number ?? 10)
  if (command === 'head') return { ...named(files[0]), from: 1, count }
  return plus ? { ...named(files[0]), from: count } : { ...named(files[0]), last: count }
}

/** A search that prints line numbers; a single file it looks in is named by no hit. */
function searching([command, ...words]: readonly string[]): FileAction | undefined {
  const isNumbered = command === 'rg' || words.some((word) => /^-\w*n/.test(word) || word === '--line-number')
  if (!isNumbered) return undefined
  const path = bare(words.at(-1) ?? '')
  return words.length > 1 && /\.\w{1,10}$/.test(path) && !/[*?]/.test(path)
    ? { type: 'search', path }
    : { type: 'search' }
}

function forgotten(line: string): FileAction[] {
  return [...line.matchAll(IN_PLACE)].flatMap(([run]) =>
    run
      .split(/\s+/)
      .filter((word) => /[./]/.test(word) && !/['"]/.test(word))
      .map((path): FileAction => ({ type: 'forget', path })),
  )
}

function below(folder: string, action: FileAction): FileAction {
  const { path } = action
  return path === undefined || /^[/~]/.test(path) ? action : { ...action, path: `${folder.replace(/\/$/, '')}/${path}` }
}

function isLiteral(pattern: string): boolean {
  return !/[[\]*^$&]|(?<!\\)\.|\\[^/.|#@-]/.test(pattern)
}

function unescaped(pattern: string): string {
  return pattern.replaceAll(/\\(.)/g, '$1')
}

function bare(word: string): string {
  return word.replace(/^(['"])(.*)\1$/s, '$2')
}
