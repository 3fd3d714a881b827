import type { JsonObject } from '../model/json.ts'
import type { Command } from './command-line.ts'
import programs from './programs.json' with { type: 'json' }

/** `changed`: what the agent changed since the last formatter ran; otherwise paths, at and below. */
export type Reach = 'all' | 'changed' | readonly string[]

export function reachOf(command: Command): Reach {
  const [first = '', ...args] = command.words
  const program = first.split('/').at(-1) ?? first
  const own = RUNNERS.has(program)
    ? reachOf({ ...command, words: afterRunner(args) })
    : reachOfProgram(program, args, command)
  if (!command.unsure || typeof own === 'string' || own.length === 0) return own
  return MOVERS.has(program) ? own.filter((path) => !/[$*?`]/.test(path)) : 'all'
}

export function joinReach(one: Reach, other: Reach): Reach {
  if (typeof one !== 'string' && typeof other !== 'string') return [...one, ...other]
  return one === 'all' || other === 'all' || (one.length > 0 && other.length > 0 && one !== other) ? 'all' : 'changed'
}

const NOTHING: Reach = []
const RUNNERS = new Set(programs.runners)

function afterRunner(args: readonly string[]): readonly string[] {
  const from = args.findIndex((word) => !word.startsWith('-') && !/^[\d.]+[smh]?$|^[A-Z_]+=|^[{}]+$/.test(word))
  return from < 0 ? [] : args.slice(from)
}

/** Programs, and git's commands, that change files when their arguments match. */
const [CODEMODS, FORMATTERS, IN_PLACE, GIT] = [
  programs.codemods,
  programs.formatters,
  programs.inPlace,
  programs.git,
].map((sources) => new Map(Object.entries(sources).map(([program, source]) => [program, new RegExp(source)])))

function reachOfProgram(program: string, args: readonly string[], command: Command): Reach {
  const text = args.join(' ')
  if (program === 'git') return reachOfGit(args)
  if (CODEMODS?.has(program)) return CODEMODS.get(program)?.test(text) ? 'all' : NOTHING
  if (FORMATTERS?.has(program)) return FORMATTERS.get(program)?.test(text) ? paths(args, 'changed') : NOTHING
  if (IN_PLACE?.has(program)) return IN_PLACE.get(program)?.test(text) ? inPlace(program, args) : NOTHING
  if (MOVERS.has(program))
    return movedBy(
      program,
      args.filter((word) => !word.startsWith('-')),
    )
  if (TASKS.has(program)) return task(program, args)
  return SCRIPTS.test(program) ? script(args, command) : NOTHING
}

function reachOfGit(args: readonly string[]): Reach {
  const [verb = '', ...words] = args.filter(
    (word, at) => !(word === '-C' || word === '-c' || args[at - 1] === '-C' || args[at - 1] === '-c'),
  )
  if (verb === 'mv' || verb === 'rm') return paths(words)
  if (verb === 'checkout' || verb === 'switch' || verb === 'restore') return reachOfCheckout(verb, words)
  return GIT?.get(verb)?.test(words.join(' ')) ? 'all' : NOTHING
}

/** Branches move every file; paths after `--` only those. */
function reachOfCheckout(verb: string, words: readonly string[]): Reach {
  const text = words.join(' ')
  const isRestore = verb === 'restore'
  const isHarmless = isRestore
    ? /--staged/.test(text) && !/--worktree/.test(text)
    : /^(?:-b|-c|-B|-C|--orphan)\b/.test(text) && words.length <= 2
  if (isHarmless) return NOTHING
  const behind = words.includes('--') ? words.slice(words.indexOf('--') + 1) : undefined
  if (behind) return behind.includes('.') ? 'all' : behind
  const isOneSide = /--(?:ours|theirs)/.test(text) && words.some((word) => /[./]\w+$/.test(word))
  return isRestore || isOneSide ? paths(words) : 'all'
}

const MOVERS = new Set(programs.movers)

function movedBy(program: string, named: readonly string[]): Reach {
  return program === 'cp' || program === 'install' || program === 'ln' || program === 'rsync' ? named.slice(-1) : named
}

function paths(args: readonly string[], all: Reach = 'all'): Reach {
  const named = args.filter((word) => !word.startsWith('-') && /[./]/.test(word) && !/^s[/|#@]/.test(word))
  return named.length === 0 ||
    named.some((word) => word === '.' || word === './' || word === './...' || /[*?]/.test(word))
    ? all
    : named
}

function inPlace(program: string, args: readonly string[]): Reach {
  const named = args.filter(
    (word) => !word.startsWith('-') && /\.\w{1,10}$|\//.test(word) && !/[\s;{}()\\^$]|^s(.).*\1/.test(word),
  )
  return named.length === 0 ? (program === 'ruby' || program === 'perl' ? 'all' : named) : paths(named)
}

const TASKS = new Set(programs.tasks)
const REWRITES =
  /(?:^|[:_.-])(?:gen|generate|codegen|migrate|upgrade|codemod|release|version|changeset|publish|bump)(?:$|[:_.-])/i
const FORMATS = /(?:^|[:_.-])(?:fmt|format|fix|autofix|prettier|tidy)(?:$|[:_.-])/i
const INSTALLS =
  /^(?:i|install|add|ci|update|up|upgrade|remove|rm|uninstall|dedupe|get|mod|tidy|lock|sync|version|require|vendor|init)$/
const MANIFESTS: Reach = programs.manifests.map((name) => `**/${name}`)

function task(program: string, args: readonly string[]): Reach {
  const words = args.filter((word) => !word.startsWith('-'))
  const [verb = '', next = ''] = words
  const names = verb === 'run' || verb === 'exec' || verb === 'x' ? words.slice(1) : words
  if (
    /^(?:run|exec|x|dlx)$/.test(verb) &&
    ([FORMATTERS, CODEMODS, IN_PLACE].some((known) => known?.has(next)) || SCRIPTS.test(next))
  )
    return reachOf({ words: args.slice(args.indexOf(next)), after: '', into: [], unsure: false })
  if (program === 'go' && (verb === 'fmt' || verb === 'fix')) return 'changed'
  if (program === 'go') return verb === 'generate' ? 'all' : verb === 'get' || verb === 'mod' ? MANIFESTS : NOTHING
  if (program === 'cargo')
    return verb === 'fmt' || verb === 'fix' ? 'changed' : INSTALLS.test(verb) ? MANIFESTS : NOTHING
  if (names.some((name) => REWRITES.test(name)) && !(verb === 'version' || verb === 'publish' || INSTALLS.test(verb)))
    return 'all'
  if (names.some((name) => FORMATS.test(name)) || args.some((word) => /^--(?:write|fix\S*|apply\S*)$/.test(word)))
    return 'changed'
  return verb === '' && program === 'yarn' ? MANIFESTS : INSTALLS.test(verb) ? MANIFESTS : NOTHING
}

const SCRIPTS = /^(?:python[\d.]*|node|ruby|perl|php|deno|bun|tsx|ts-node|bash|sh|zsh|Rscript|lua)$/
const WRITING =
  /\bopen\([^)\n]{0,200}['"][wax]b?\+?['"]|\.write(?:_text|_bytes|lines|File|FileSync)?\(|writeFile|appendFile|createWriteStream|\bfs\.(?:rm|rename|cp|unlink)|os\.(?:remove|rename|replace)|shutil\.|subprocess|\.save\(|File\.(?:write|open)|file_put_contents|to_csv/
const SHELL_WRITING = /\bsed -\w*i|>\s*["'$\w/.]|\b(?:mv|cp|rm|tee|git|npm|patch) /

/** Inline code is read: what does not write changes nothing, and what does names its files. A script by name may do anything. */
function script(args: readonly string[], { input, words }: Command): Reach {
  const inline = input ?? (/^-\w*[ce]$/.test(args[0] ?? '') ? args[1] : undefined)
  if (inline !== undefined)
    return ((words[0] ?? '').endsWith('sh') ? SHELL_WRITING : WRITING).test(inline) ? namedIn(inline) : NOTHING
  const name = args.find((word) => !word.startsWith('-')) ?? ''
  return HARMLESS.test(words.join(' ')) || name === '' ? NOTHING : 'all'
}
const HARMLESS =
  /^\w+ -n\b|-m (?:pytest|unittest|json\.tool|py_compile|mypy|http\.server|timeit)|--test\b|--check\b|--version\b|\bmanage\.py test\b/

function namedIn(code: string): Reach {
  const found = [...code.slice(0, 20_000).matchAll(/['"]([^'"\s]{1,200}\.\w{1,8})['"]/g)].map((match) => match[1] ?? '')
  return found.length > 0 && !/glob|os\.walk|listdir|readdir/.test(code) ? found : 'all'
}

const READ_ONLY_AGENTS = /explore|plan|review|research|search|read|guide|analy/i

/** A sub-agent may change anything, unless it is one that only looks. */
export function reachOfSubagent(args: JsonObject): Reach {
  const kind = args['subagent_type'] ?? args['agent_type'] ?? args['agent']
  return typeof kind === 'string' && READ_ONLY_AGENTS.test(kind) ? NOTHING : 'all'
}

export function reachOfOther(tool: string, args: JsonObject): Reach {
  if (
    !/move|rename|delete|remove|format|undo|revert|restore|replace|insert|append|patch|refactor|edit|write/i.test(tool)
  )
    return NOTHING
  return Object.values(args).filter(
    (value): value is string =>
      typeof value === 'string' && value.length < 500 && /[\w-]\.\w{1,10}$|\//.test(value) && !/\s/.test(value),
  )
}
