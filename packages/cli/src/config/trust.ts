import path from 'node:path'
import { DaypackError } from 'daypack'
import { isAddress } from './place.ts'
import { isWithin, realOf } from './real-path.ts'
import { PROVIDERS, type Config } from './schema.ts'

/** A project's own file is untrusted: it may not set endpoints, keys, shell permission or outside paths. */
export function checkProject(config: Config, file: string, cwd: string): Config {
  const refused: string[] = []
  if (config.provider !== undefined) refused.push('provider')
  if (config.memory?.embedding !== undefined) refused.push('memory.embedding')
  for (const name of ['backend'] as const) if (config.memory?.[name] !== undefined) refused.push(`memory.${name}`)
  if (config.chat?.allowShell !== undefined) refused.push('chat.allowShell')
  if (config.model !== undefined && PROVIDERS.some((name) => config.model?.startsWith(`${name}:`)))
    refused.push('model (with a provider in front; a name alone is allowed)')
  if (isAddress(config.dir)) refused.push('dir (a database)')
  else if (config.dir !== undefined && !isWithin(cwd, config.dir)) refused.push('dir (outside the project)')
  if (config.memory?.dir !== undefined && !isWithin(cwd, config.memory.dir))
    refused.push('memory.dir (outside the project)')
  if (refused.length > 0)
    throw new DaypackError(
      'bad-config',
      `${file} comes with the project and may not set ${refused.join(', ')}. Put that into your own settings file (~/.config/daypack/daypack.json), the environment, or name this file with --config to trust it.`,
    )
  if (config.dir !== undefined && path.resolve(cwd, config.dir) === path.resolve(cwd))
    throw new DaypackError(
      'bad-config',
      `${file}: dir: the workspace has its own daypack.json and cannot be the same folder; write ".daypack".`,
    )
  return config
}

/** The workspace of a project is in it, also where a link that came with the project says otherwise. */
export function checkPlace(cwd: string, dir: string): void {
  const wanted = path.resolve(cwd, dir)
  const real = realOf(wanted)
  if (isWithin(realOf(cwd), real)) return
  throw new DaypackError(
    'unsafe-path',
    `${wanted} leads out of the project, to ${real}. If that is where the workspace belongs, name it: --dir ${real}, or dir in your own settings.`,
  )
}
