import { commandLine } from '../../tools/command-line.ts'
import { fileActions } from '../../tools/actions.ts'
import { isObject, type Json } from '../../model/json.ts'
import type { ToolTable } from '../../tools/table.ts'
import { looks, programOf } from './call/programs.ts'
import { shellLine, type Called } from './call/outcome.ts'

/** What a call tries to do, so that a later success can be told to have settled an earlier failure. */
export type Thing = {
  readonly what: string
  /** What it is done to: files, packages, flags. None: all of it. */
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

/** Whether the success of `later` settles a failure of `earlier`: the same thing, or all of it; a flag with a value may choose another. */
export function settles(later: Thing, earlier: Thing): boolean {
  if (later.what !== earlier.what) return false
  if (earlier.to.some((one) => MERGES.has(one)) && later.to.some((one) => one === 'commit')) return true
  return (
    later.to.every((one) => WHOLE.has(one) || earlier.to.includes(one)) &&
    earlier.to.every((one) => !CHOOSES.test(one) || later.to.includes(one))
  )
}

/** A commit ends them. */
const MERGES = new Set(['merge', 'pull', 'rebase', 'cherry-pick'])
const CHOOSES = /^--?[\w-]+=/
const WHOLE = new Set(['.', './...', '*', 'all'])
const MOST = 20

/** The programs of a line that do more than look; around them stand `cd`, filters, echoes. */
function shellThings(line: string): Thing[] {
  const commands = commandLine(line)
  const main = commands.filter((one) => !looks([one]))
  return (main.length > 0 ? main : commands.slice(-1)).slice(0, MOST).map(({ words }) => {
    const what = programOf(words)
    // Whatever message or remote it names, of these the last try counts.
    const to = what === 'git' ? words.slice(1, 2) : words.slice(1)
    return { what, to: to.filter((word) => word !== 'run').map(plain) }
  })
}

function plain(path: string): string {
  return path === './...' ? path : path.replace(/^\.\//, '')
}
