import { commandLine, type Command } from '../../tools/command-line.ts'
import { fileActions } from '../../tools/actions.ts'
import { isObject, type Json } from '../../model/json.ts'
import type { ToolTable } from '../../tools/table.ts'
import { looks, programOf } from './call/programs.ts'
import { shellLine, type Called } from './call/outcome.ts'

/** What a call tries to do, so that a later success can be told to have settled an earlier failure. */
export type Thing = {
  readonly what: string
  /** What it is done to: files, packages, targets. None: all of it. */
  readonly to: readonly string[]
}

/** A command line may do several things, each of which has to succeed. */
export function things(called: Called, tools?: ToolTable): Thing[] {
  const line = shellLine(called, tools)
  if (line !== undefined) return shellThings(line)
  const paths = fileActions(called.tool, called.input, tools).flatMap(({ path }) =>
    path === undefined ? [] : [plain(path)],
  )
  const to = paths.length > 0 ? paths : identities(called.input)
  return [{ what: called.tool, to: to.length > 0 ? to : [JSON.stringify(called.input)] }]
}

/** The arguments that say which thing it is: ids, paths, names, addresses. */
function identities(input: Json): string[] {
  return Object.entries(isObject(input) ? input : {}).flatMap(([key, value]) =>
    (typeof value === 'string' || typeof value === 'number') && IDENTITY.test(key) ? [`${key}=${value}`] : [],
  )
}

const IDENTITY = /(?:^|_)(?:id|path|file|name|url|uri|key|number)$|Id$/i

/** Whether the success of `later` settles a failure of `earlier`: the same thing, or a wider run of it. */
export function settles(later: Thing, earlier: Thing): boolean {
  if (MERGES.test(earlier.what) && /^git (?:commit|merge|rebase|cherry-pick)$/.test(later.what)) return true
  if (later.what !== earlier.what) return false
  // An argument that narrows a run: what lacks it covers what has it, unless it chooses other code.
  const isFlag = (one: string): boolean => one.startsWith('-')
  if (later.to.some((one) => isFlag(one) && !earlier.to.includes(one))) return false
  if (earlier.to.some((one) => isChoice(one) && !later.to.includes(one))) return false
  const wide = later.to.filter((one) => !isFlag(one) && !WHOLE.has(one))
  return wide.length === 0 || earlier.to.every((one) => isFlag(one) || wide.some((all) => isWithin(one, all)))
}

/** A commit ends them. */
const MERGES = /^git (?:merge|pull|rebase|cherry-pick)$/
const WHOLE = new Set(['.', './...', '*', 'all'])

/** A flag with a value that nobody here knows to be a filter: a run without it may be another run. */
function isChoice(one: string): boolean {
  const flag = /^(--?[\w-]+)=/.exec(one)?.[1]
  return flag !== undefined && !VALUED.test(flag)
}

function isWithin(path: string, wide: string): boolean {
  const folder = wide.replace(/\/(?:\.\.\.|\*{0,2})$/, '')
  return path === wide || path === folder || path.startsWith(`${folder}/`) || path.startsWith(`${wide}::`)
}

const MAX_THINGS = 20

/** The programs of a line that do more than look; around them stand `cd`, filters, echoes. */
function shellThings(line: string): Thing[] {
  const commands = commandLine(line)
  const main = commands.filter((one) => !looks([one]))
  const shown = main.length > 0 ? main : commands.filter((one) => !ASIDE.has(programOf(one.words))).slice(-1)
  return shown.length > 0 ? shown.slice(0, MAX_THINGS).map(programThing) : [{ what: line.trim(), to: [] }]
}

const ASIDE = new Set('cd tail head echo tee true sleep set export'.split(' '))
/** Programs that only run another one, with the flags and times that are theirs. */
const RUNNER =
  /^(?:(?:\S*\/)?(?:npx|bunx|(?:pnpm|yarn|npm|bundle) (?:exec|dlx)|(?:uv|poetry|pipenv) run|sudo|env|nice|nohup|xvfb-run|python3? -m|timeout [\d.]+[smhd]?)(?: -\S+)* )+/
/** Programs whose first word says what they do. */
const VERBS = new Set(
  'git go cargo npm pnpm yarn bun deno docker kubectl terraform make just task gradle gradlew mvn dotnet swift mix rails gh pip pip3 uv poetry apt apt-get brew helm aws gcloud az nx turbo'.split(
    ' ',
  ),
)
/** Scripts of a project are run by their name. */
const RUNS_SCRIPTS = /^(?:npm|pnpm|yarn|bun|deno|uv|poetry|nx|turbo)$/
/** Of these only the last try counts, whatever message or remote it names. */
const GIT_WHOLE = /^git (?:commit|push|pull|merge|rebase|cherry-pick|am)$/

function programThing({ words }: Command): Thing {
  const runner =
    RUNNER.exec(`${words.join(' ')} `)?.[0]
      .trim()
      .split(' ').length ?? 0
  const rest = runner < words.length ? words.slice(runner) : words
  const program = programOf(rest)
  const args = rest.slice(1)
  if (!VERBS.has(program)) return { what: program, to: targets(args) }
  const first = args.findIndex((word) => !word.startsWith('-'))
  const verb = args[first] === 'run' && first + 1 < args.length && RUNS_SCRIPTS.test(program) ? first + 1 : first
  const what = verb < 0 ? program : `${program} ${args[verb]}`
  return { what, to: GIT_WHOLE.test(what) ? [] : targets(args.slice(verb + 1)) }
}

/** Flags whose next word is how, not what. */
const VALUED =
  /^(?:-m|-n|-k|-run|-r|--reporter|--testTimeout|-timeout|--timeout|-count|--config|-c|-p|--project|-o|--output|-j|-C|--format|-F|--filter|-t|--grep|-g|--testNamePattern)$/
/** Of those the ones that narrow what is run. */
const NARROWS = /^(?:-k|-run|--filter|-t|--grep|-g|--testNamePattern)$/

function targets(args: readonly string[]): string[] {
  const found: string[] = []
  for (let at = 0; at < args.length; at++) {
    const word = args[at] as string
    if (VALUED.test(word)) {
      at++
      if (NARROWS.test(word)) found.push(`${word} ${args[at] ?? ''}`)
    } else if (isChoice(word) || NARROWS.test(word.split('=', 1)[0] ?? '')) found.push(word)
    else if (!word.startsWith('-') && word !== '') found.push(plain(word))
  }
  return found
}

function plain(path: string): string {
  return path.length > 2 && path.startsWith('./') && path !== './...' ? path.slice(2) : path
}
