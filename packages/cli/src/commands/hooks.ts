import { homedir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { reasonOf } from 'daypack'
import { answerHook, type HookInput } from '../hooks/answer.ts'
import { installHooks } from '../hooks/settings.ts'
import { rawStream } from '../show/clean.ts'
import { withPack, type WorkspaceOptions } from './pack.ts'

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
