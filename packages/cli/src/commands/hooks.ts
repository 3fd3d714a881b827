import { homedir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { reasonOf } from 'daypack'
import { packOptions, placeOf, withoutWatching } from '../config/pack-options.ts'
import { answerHook, type HookInput } from '../hooks/answer.ts'
import { installHooks } from '../hooks/settings.ts'
import { rawStream } from '../show/clean.ts'
import { openPack } from '../workspace.ts'
import { settingsFor, type WorkspaceOptions } from './pack.ts'

export type HookFlags = WorkspaceOptions & { readonly blockCompaction?: boolean }

/** `daypack hooks run`: answers one event. A failure is reported on standard error, and the agent continues unchanged. */
export async function runHook(flags: HookFlags): Promise<number> {
  try {
    const input = JSON.parse(await text(process.stdin)) as HookInput
    const { config } = settingsFor(flags)
    const given = packOptions(config, process.cwd(), process.env)
    const memory = given.memory ? { ...withoutWatching(given.memory), schedule: false } : (false as const)
    const options = { ...given, memory, retention: false as const }
    const pack = await openPack(placeOf(config, process.cwd()), options, { make: true })
    try {
      const by = { blocksCompaction: flags.blockCompaction ?? false }
      const answer = await answerHook(pack, input, by)
      if (answer !== undefined) rawStream(process.stdout).write(`${answer}\n`)
    } finally {
      await pack.close()
    }
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
