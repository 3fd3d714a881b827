import { commandLine, type Command } from '../../tools/command-line.ts'
import { fileActions } from '../../tools/actions.ts'
import type { Json } from '../../model/json.ts'
import type { ToolTable } from '../../tools/table.ts'
import { programOf, looks } from './call/looking.ts'
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
  return line === undefined ? [toolThing(called, tools)] : shellThings(line)
}

function toolThing(called: Called, tools: ToolTable | undefined): Thing {
  const paths = fileActions(called.tool, called.input, tools).flatMap(({ path }) =>
    path === undefined ? [] : [plainPath(path)],
  )
  if (paths.length > 0) return { what: called.tool, to: paths }
  const ids = identities(called.input)
  return { what: called.tool, to: ids.length > 0 ? ids : [JSON.stringify(called.input)] }
}

/** One string for a thing: equal keys mean the same thing. */
export function thingKey({ what, to }: Thing): string {
  return [what, ...to].join(' ')
}

/** Whether the success of `later` settles a failure of `earlier`: the same thing, or a wider run of it. */
export function settles(later: Thing, earlier: Thing): boolean {
  if (ENDS[earlier.what]?.test(thingKey(later))) return true
  if (later.what !== earlier.what) return false
  const wide = later.to.filter((one) => !isFilter(one) && !WHOLE.has(one))
  const filters = later.to.filter(isFilter)
  if (filters.some((one) => !earlier.to.includes(one))) return false
  if (earlier.to.some((one) => isChoice(one) && !later.to.includes(one))) return false
  return (
    wide.length === 0 ||
    earlier.to.every((one) => isFilter(one) || wide.some((all) => all === one || isBelow(one, all)))
  )
}

/** An argument that narrows a run: what lacks it covers what has it, unless it chooses other code. */
function isFilter(one: string): boolean {
  return one.startsWith('-')
}

/** A flag with a value that nobody here knows to be a filter: a run without it may be another run. */
function isChoice(one: string): boolean {
  const flag = /^(--?[\w-]+)=/.exec(one)?.[1]
  return flag !== undefined && !VALUED.test(flag)
}

const WHOLE = new Set(['.', './...', '*', 'all'])
/** Other commands that end what was begun and failed. */
const ENDS: Readonly<Record<string, RegExp>> = {
  'git merge': /^git (?:commit|merge)\b/,
  'git rebase': /^git rebase\b/,
  'git cherry-pick': /^git (?:cherry-pick|commit)\b/,
  'git pull': /^git (?:pull|merge|rebase|commit)\b/,
  'git commit': /^git commit\b/,
  'git push': /^git push\b/,
}

function isBelow(path: string, wide: string): boolean {
  const folder = wide.replace(/\/?(?:\.\.\.|\*{0,2})$/, '')
  return folder !== '' && folder !== wide
    ? path.startsWith(`${folder}/`) || path === folder
    : path.startsWith(`${wide}/`) || path.startsWith(`${wide}::`)
}

/** The programs of a line that do more than look; around them stand `cd`, filters, echoes. */
function shellThings(line: string): Thing[] {
  const commands = commandLine(line)
  const main = commands.filter((one) => !looks([one]))
  const shown = main.length > 0 ? main : commands.filter((one) => !ASIDE.has(programOf(one.words))).slice(-1)
  const found = shown.slice(0, MAX_THINGS).map(programThing)
  return found.length > 0 ? found : [{ what: line.trim(), to: [] }]
}

const MAX_THINGS = 20
const ASIDE = new Set(['cd', 'tail', 'head', 'echo', 'tee', 'true', 'sleep', 'set', 'export'])
/** Programs that only run another one. */
const RUNNERS: readonly (readonly string[])[] = [
  ['npx'],
  ['bunx'],
  ['pnpm', 'exec'],
  ['pnpm', 'dlx'],
  ['yarn', 'exec'],
  ['npm', 'exec'],
  ['uv', 'run'],
  ['poetry', 'run'],
  ['pipenv', 'run'],
  ['bundle', 'exec'],
  ['sudo'],
  ['env'],
  ['nice'],
  ['nohup'],
  ['xvfb-run'],
  ['python', '-m'],
  ['python3', '-m'],
]
/** Programs whose first word says what they do. */
const VERBS = new Set(
  'git go cargo npm pnpm yarn bun deno docker kubectl terraform make just task gradle gradlew mvn dotnet swift mix rails gh pip pip3 uv poetry apt apt-get brew helm aws gcloud az nx turbo'.split(
    ' ',
  ),
)

function programThing({ words }: Command): Thing {
  let rest = [...words]
  if (programOf(rest) === 'timeout') rest = rest.slice(1).filter((word, at) => at > 0 || !/^[\d.]+[smhd]?$/.test(word))
  for (;;) {
    const runner = RUNNERS.find((one) => one.every((word, at) => (at === 0 ? programOf(rest) : rest[at]) === word))
    if (!runner || rest.length <= runner.length) break
    rest = rest.slice(runner.length)
    while ((rest[0] ?? '').startsWith('-')) rest = rest.slice(1)
  }
  const program = programOf(rest)
  const args = rest.slice(1)
  if (!VERBS.has(program)) return { what: program, to: targets(args) }
  let verb = args.findIndex((word) => !word.startsWith('-'))
  if (
    verb >= 0 &&
    args[verb] === 'run' &&
    args[verb + 1] &&
    program !== 'docker' &&
    program !== 'go' &&
    program !== 'cargo'
  )
    verb++
  const what = verb < 0 ? program : `${program} ${args[verb]}`
  if (program === 'git') return { what, to: GIT_WHOLE.test(what) ? [] : targets(args.slice(verb + 1)) }
  return { what, to: targets(args.slice(verb + 1)) }
}

/** Of these only the last try counts, whatever message or remote it names. */
const GIT_WHOLE = /^git (?:commit|push|pull|merge|rebase|cherry-pick|am)$/
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
      if (NARROWS.test(word)) found.push(`${word} ${args[at + 1] ?? ''}`)
      at++
    } else if (isChoice(word) || NARROWS.test(word.split('=', 1)[0] ?? '')) found.push(word)
    else if (!word.startsWith('-') && word !== '') found.push(plainPath(word))
  }
  return found
}

function plainPath(path: string): string {
  return path.length > 2 && path.startsWith('./') && path !== './...' ? path.slice(2) : path
}

/** The arguments that say which thing it is: ids, paths, names, addresses. */
function identities(input: Json): string[] {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return []
  return Object.entries(input).flatMap(([key, value]) =>
    (typeof value === 'string' || typeof value === 'number') && IDENTITY.test(key) ? [`${key}=${value}`] : [],
  )
}
const IDENTITY = /(?:^|_)(?:id|path|file|name|url|uri|key|number)$|Id$/i
