import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { DaypackError, type Daypack } from 'daypack'
import { checkSettings, initCommand } from '../commands/init.ts'
import { print, withPack, type WorkspaceOptions } from '../commands/pack.ts'
import { stage, writeStaged } from '../commands/staged.ts'
import { CONFIG_NAME } from '../config/load.ts'
import { isAgentJson } from '../config/qwenpaw.ts'
import { isCopaw, readCopaw } from './read.ts'

export async function importCopaw(folder: string, options: WorkspaceOptions & { as?: string }): Promise<number> {
  if (!isCopaw(folder))
    throw new DaypackError(
      'not-found',
      `${folder} is not a CoPaw or QwenPaw workspace: it has no dialog/, MEMORY.md or memory/. Theirs are in ~/.qwenpaw/workspaces/<agent>.`,
    )
  const agent = agentJson(folder)
  if (agent !== undefined && !hasSettings(options)) await checkSettings(agent, process.cwd())
  const code = await withPack(
    options,
    async (pack, { config }) => {
      const { sessions, notes, bad, repeated, restored } = readCopaw(folder, pack.driver.zone ?? 'UTC')
      const named = [...sessions].map(([id, said]) => ({ id: nameOf(id, options.as, sessions.size), said }))
      const known = new Set(await pack.sessions())
      const taken = named.find(({ id }) => known.has(id))
      if (taken)
        throw new DaypackError(
          'conflict',
          `There is already a session ${taken.id}; give these another name with --as. Nothing was imported.`,
        )
      const staged = await stage(named, config)
      await writeStaged(pack, staged)
      const copied = await copyNotes(pack, notes)
      const rows = staged.map(({ id, messages }) => ({ session: id, messages }))
      print(options, { sessions: rows, notes: copied, bad, repeated, restored }, () => [
        ...rows.map(({ session, messages }) => `Session ${session}: ${messages} messages.`),
        `Notes: ${copied.written.length} copied, ${copied.same.length} already there.`,
        ...copied.kept.map((name) => `  ${name} is different here and was left as it is.`),
        ...(restored > 0 ? [`${restored} cut results were restored in full.`] : []),
        ...(repeated > 0 ? [`${repeated} duplicate lines were imported once.`] : []),
        ...(rows.length > 0 ? [`Continue one with: daypack chat --resume ${rows.at(-1)?.session ?? ''}`] : []),
      ])
      if (bad.length > 0 && !options.json)
        for (const line of [`${bad.length} lines could not be read and were skipped:`, ...bad]) console.error(line)
      return bad.length > 0 ? 1 : 0
    },
    { make: true },
  )
  await takeSettings(agent, options)
  return code
}

function nameOf(id: string, as: string | undefined, count: number): string {
  if (as === undefined) return id
  return count === 1 ? as : `${as}-${id.replace(/^dialog-/, '')}`
}

type Copied = { readonly written: string[]; readonly same: string[]; readonly kept: string[] }

async function copyNotes(
  { driver: { notes } }: Daypack,
  given: readonly { path: string; text: string }[],
): Promise<Copied> {
  const copied: Copied = { written: [], same: [], kept: [] }
  for (const { path: name, text } of given) {
    const there = await notes?.read(name)
    if (there) copied[there.text === text ? 'same' : 'kept'].push(name)
    else {
      const answer = await notes?.write(name, text, { expect: undefined, why: 'imported' })
      copied[answer && 'hash' in answer ? 'written' : 'kept'].push(name)
    }
  }
  return copied
}

function agentJson(folder: string): string | undefined {
  const file = path.join(folder, 'agent.json')
  if (!existsSync(file)) return undefined
  try {
    return isAgentJson(JSON.parse(readFileSync(file, 'utf8'))) ? file : undefined
  } catch (cause) {
    throw new DaypackError('bad-config', `${file} is not JSON. Fix or remove it; nothing was imported.`, { cause })
  }
}

function hasSettings(options: WorkspaceOptions): boolean {
  return options.config !== undefined || existsSync(path.join(process.cwd(), CONFIG_NAME))
}

async function takeSettings(file: string | undefined, options: WorkspaceOptions): Promise<void> {
  if (file === undefined) return
  if (hasSettings(options))
    console.error(`Your settings stay as they are. To use theirs: daypack init --from ${file} --force`)
  else await initCommand({ from: file }, (line) => console.error(line))
}
