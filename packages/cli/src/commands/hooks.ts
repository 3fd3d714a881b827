import { homedir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { reasonOf, DaypackError } from 'daypack'
import { answerHook, type HookInput } from '../hooks/answer.ts'
import { rawStream } from '../show/clean.ts'
import { withPack, type WorkspaceOptions } from './pack.ts'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'

export type HookFlags = WorkspaceOptions & { readonly blockCompaction?: boolean }

/** `daypack hooks run`: answers one event. A failure is reported on standard error, and the agent continues unchanged. */
export async function runHook(flags: HookFlags): Promise<number> {
  try {
    const input = JSON.parse(await text(process.stdin)) as HookInput
    const by = { blocksCompaction: flags.blockCompaction ?? false }
    const answer = await withPack(flags, (pack) => answerHook(pack, input, by), {
      make: true,
      isBrief: true,
      tell: () => {},
    })
    if (answer !== undefined) rawStream(process.stdout).write(`${answer}\n`)
  } catch (error) {
    console.error(`daypack: ${reasonOf(error)}`)
  }
  return 0
}

export type InstallFlags = HookFlags & { readonly user?: boolean; readonly command?: string }

export function installCommand({ user, command = 'daypack', dir, blockCompaction }: InstallFlags): number {
  const file = path.join(user ? homedir() : process.cwd(), '.claude', 'settings.json')
  const flags = [
    ...(dir === undefined ? [] : [`--dir '${path.resolve(dir).replaceAll("'", String.raw`'\''`)}'`]),
    ...(blockCompaction ? ['--block-compaction'] : []),
  ]
  const { isChanged } = installHooks(file, [command, 'hooks run', ...flags].join(' '))
  console.log(isChanged ? `Hooks are in ${file}.` : `${file} has them already.`)
  return 0
}

type Hook = { readonly type: string; readonly command?: string }
type Group = { readonly matcher?: string; readonly hooks?: readonly Hook[] }
type Settings = { readonly hooks?: Readonly<Record<string, readonly Group[]>> }

const EVENTS = ['SessionStart', 'PostToolUse', 'PreCompact', 'SessionEnd']
const OURS = /\bhooks run\b/

export function installHooks(file: string, command: string): { isChanged: boolean } {
  const before = read(file)
  const hooks = { ...before.hooks }
  for (const event of EVENTS) {
    const others = (hooks[event] ?? []).filter((group) => !group.hooks?.some((hook) => OURS.test(hook.command ?? '')))
    hooks[event] = [...others, { hooks: [{ type: 'command', command }] }]
  }
  const text = `${JSON.stringify({ ...before, hooks }, undefined, 2)}\n`
  if (JSON.stringify(before) === JSON.stringify({ ...before, hooks })) return { isChanged: false }
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, text)
  return { isChanged: true }
}

function read(file: string): Settings {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw error
  }
  try {
    return JSON.parse(text.replace(/^\uFEFF/, '')) as Settings
  } catch {
    throw new DaypackError('bad-config', `${file} is not JSON; fix it, then install the hooks.`)
  }
}
