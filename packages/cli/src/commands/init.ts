import { existsSync, readFileSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { DaypackError } from 'daypack'
import { parsedJson } from 'daypack/internal'
import { checkConfig } from '../config/check.ts'
import { VARIABLES_OF_EMBEDDING } from '../config/environment.ts'
import { CONFIG_NAME, isWorkspaceFile, userConfigPath } from '../config/load.ts'
import { fromAgentJson } from '../config/qwenpaw.ts'
import type { Config } from '../config/schema.ts'
import { checkProject } from '../config/trust.ts'

export type InitFlags = {
  readonly from?: string
  readonly user?: boolean
  readonly force?: boolean
}

export async function initCommand(options: InitFlags): Promise<number> {
  const cwd = process.cwd()
  const file = options.user ? userConfigPath(process.env) : path.join(cwd, CONFIG_NAME)
  if (existsSync(file) && isWorkspaceFile(parsedJson(readFileSync(file, 'utf8'))))
    throw new DaypackError(
      'bad-config',
      `${file} belongs to a workspace, which keeps its own daypack.json there. Run \`daypack init\` in the project's folder.`,
    )
  if (existsSync(file) && !options.force)
    throw new DaypackError('bad-config', `${file} already exists; --force replaces it.`)
  const { config, notices } =
    options.from === undefined
      ? { config: { preset: 'daypack' as const }, notices: [] }
      : await convertAgentJson(options.from)
  const { kept, moved } = options.user ? { kept: config, moved: [] } : checkForProject(config, file, cwd)
  if (options.user) checkConfig(kept, file)
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, `${JSON.stringify(kept, undefined, 2)}\n`)
  for (const line of [...notices, ...moved]) console.log(line)
  console.log(`Wrote ${file}. What else it may say: docs/config.md. Try it: daypack chat`)
  return 0
}

function checkForProject(config: Config, file: string, cwd: string): { kept: Config; moved: string[] } {
  const made = forProject(config)
  checkConfig(made.kept, file)
  checkProject(made.kept, file, cwd)
  return made
}

async function convertAgentJson(file: string): Promise<{ config: Config; notices: string[] }> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new DaypackError(
      'not-found',
      `There is no file ${file}. QwenPaw keeps it in ~/.qwenpaw/workspaces/<agent>/agent.json.`,
    )
  })
  const value = parsedJson(text)
  if (value === undefined) throw new DaypackError('bad-config', `${file} is not JSON.`)
  return fromAgentJson(value, file)
}

/** A project's file may not say where texts are sent: that goes to the environment. */
function forProject(config: Config): { kept: Config; moved: string[] } {
  const { embedding, ...memory } = config.memory ?? {}
  if (!embedding) return { kept: config, moved: [] }
  const { memory: _, ...rest } = config
  const kept = Object.keys(memory).length > 0 ? { ...rest, memory } : rest
  const moved = [
    'A project’s file may not name an embedding endpoint; put this into your environment (or use --user):',
    `  ${Object.entries(VARIABLES_OF_EMBEDDING)
      .flatMap(([field, name]) => {
        const value = embedding[field as keyof typeof VARIABLES_OF_EMBEDDING]
        return value === undefined ? [] : [`${name}=${value}`]
      })
      .join(' ')}`,
  ]
  return { kept, moved }
}
