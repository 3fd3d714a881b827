import type { JsonObject } from '../model/json.ts'
import type { Command } from './command-line.ts'
import programs from './programs.json' with { type: 'json' }
import { CODEMODS, FORMATTERS, IN_PLACE } from './rewriters.ts'

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

function reachOfProgram(program: string, args: readonly string[], command: Command): Reach {
  if (program === 'git') return reachOfGit(args)
  if (CODEMODS[program]) return CODEMODS[program].test(args.join(' ')) ? 'all' : NOTHING
  if (FORMATTERS[program]) return FORMATTERS[program].test(args.join(' ')) ? paths(args, 'changed') : NOTHING
  if (IN_PLACE[program]) return IN_PLACE[program].test(args.join(' ')) ? inPlace(program, args) : NOTHING
  if (MOVERS.has(program))
    return movedBy(
      program,
      args.filter((word) => !word.startsWith('-')),
    )
  if (EXTRACT.has(program)) return /^-?\w*x|^x/.test(args[0] ?? '') || program !== 'tar' ? 'all' : NOTHING
  if (program === 'find')
    return /-exec|-delete/.test(args.join(' ')) &&
      !/-exec\w* (?:grep|cat|ls|wc|head|echo|file|stat)\b/.test(args.join(' '))
      ? 'all'
      : NOTHING
  if (TASKS.has(program)) return task(program, args)
  if (SCRIPTS.test(program)) return script(args, command)
  return NOTHING
}

/** Branches move every file; paths after `--` only those. */
function reachOfGit(args: readonly string[]): Reach {
  const rest = args.filter(
    (word, at) => !(word === '-C' || word === '-c' || args[at - 1] === '-C' || args[at - 1] === '-c'),
  )
  const [verb = '', ...words] = rest
  const text = words.join(' ')
  const behind = words.includes('--') ? words.slice(words.indexOf('--') + 1) : undefined
  switch (verb) {
    case 'checkout':
    case 'switch':
    case 'restore':
      if (verb !== 'restore' && /^(?:-b|-c|-B|-C|--orphan)\b/.test(text) && words.length <= 2) return NOTHING
      if (verb === 'restore' && /--staged/.test(text) && !/--worktree/.test(text)) return NOTHING
      if (behind) return behind.includes('.') ? 'all' : behind
      return verb === 'restore'
        ? paths(words)
        : words.some((word) => /[./]\w+$/.test(word)) && /--(?:ours|theirs)/.test(text)
          ? paths(words)
          : 'all'
    case 'stash':
      return /^(?:list|show|drop|clear)\b/.test(text) ? NOTHING : 'all'
    case 'reset':
      return /--(?:hard|merge|keep)/.test(text) ? 'all' : NOTHING
    case 'merge':
    case 'rebase':
    case 'pull':
    case 'cherry-pick':
    case 'revert':
    case 'apply':
    case 'am':
    case 'clean':
    case 'bisect':
      return /--(?:cached|check|stat|numstat)\b/.test(text) && verb === 'apply' ? NOTHING : 'all'
    case 'submodule':
      return /^update|^sync/.test(text) ? 'all' : NOTHING
    case 'mv':
    case 'rm':
      return paths(words)
    default:
      return NOTHING
  }
}

const MOVERS = new Set(programs.movers)

function movedBy(program: string, named: readonly string[]): Reach {
  return program === 'cp' || program === 'install' || program === 'ln' || program === 'rsync' ? named.slice(-1) : named
}
const EXTRACT = new Set(programs.extractors)

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
  if (/^(?:run|exec|x|dlx)$/.test(verb) && (FORMATTERS[next] || CODEMODS[next] || IN_PLACE[next] || SCRIPTS.test(next)))
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

const LOOKERS = /explore|plan|review|research|search|read|guide|analy/i

/** A sub-agent may change anything, unless it is one that only looks. */
export function reachOfSubagent(args: JsonObject): Reach {
  const kind = args['subagent_type'] ?? args['agent_type'] ?? args['agent']
  return typeof kind === 'string' && LOOKERS.test(kind) ? NOTHING : 'all'
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
