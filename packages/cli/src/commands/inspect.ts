import { existsSync } from 'node:fs'
import path from 'node:path'
import { DaypackError } from 'daypack'
import { presetOf } from 'daypack/presets'
import { notesOf, placeOf, presetFrom, presetName, windowOf } from '../config/pack-options.ts'
import type { Config } from '../config/schema.ts'
import { isAddress, placeFrom, shownPlace } from '../config/place.ts'
import { pageFolder } from '../inspect/page.ts'
import { openReader } from '../inspect/reader.ts'
import { inspectServer } from '../inspect/server.ts'
import { isWorkspace, openPlace } from '../workspace.ts'
import { untilStopped } from '../listening.ts'
import { existingSession, settingsFor, withPack, type WorkspaceOptions } from './pack.ts'

export type InspectFlags = Omit<WorkspaceOptions, 'dir' | 'json'> & {
  readonly port?: number
  readonly window?: number
  readonly allowEdit?: boolean
  readonly token?: string
}

export async function inspectCommand(where: string | undefined, flags: InspectFlags, version: string): Promise<number> {
  const opened = await openInspector(where, flags, version)
  console.log(`Looking into ${opened.dir}`)
  console.log(`  ${opened.url}`)
  console.log(
    flags.allowEdit
      ? '  Undo is allowed. Stop with Ctrl-C.'
      : '  It only reads; --allow-edit lets you undo. Stop with Ctrl-C.',
  )
  await untilStopped()
  await opened.close()
  return 0
}

export async function openInspector(where: string | undefined, flags: InspectFlags, version: string) {
  const named = await folderOf(where, flags.token)
  const place = placeFrom({ ...flags, ...(named !== undefined && { dir: named }) }, process.env)
  const by = { ...(flags.config !== undefined && { config: flags.config }) }
  const { config, notices } = settingsFor({ ...by, ...(place !== undefined && { dir: place }) })
  for (const notice of notices) console.error(notice)
  const workspace = placeOf(config, process.cwd())
  if (!isAddress(workspace) && !isWorkspace(workspace))
    throw new DaypackError(
      'not-found',
      `There is no workspace at ${workspace}. Name one: daypack inspect <folder>; or create one to look at: daypack tour --dir demo`,
    )
  const options = { ...by, dir: workspace }
  const reader = openReader(await openPlace(workspace, { folders: foldersOf(config) }), config.models)
  // What will be looked at first is read while the browser comes up.
  void reader.warm()
  const served = await inspectServer({
    reader,
    windowFor: (model) => flags.window ?? windowOf(config, model),
    page: await pageFolder(),
    about: {
      dir: shownPlace(workspace),
      version,
      window: flags.window ?? windowOf(config),
      preset: presetName(config),
      canEdit: flags.allowEdit === true,
    },
    ...(flags.port !== undefined && { port: flags.port }),
    ...(flags.allowEdit && {
      undo: (id: string, seq: number) =>
        withPack(options, async (pack) => {
          const { before, after, why } = await (await existingSession(pack, id)).undo({ seq })
          return `${before.tokens} → ${after.tokens} tokens: ${why}`
        }),
    }),
  })
  return {
    dir: shownPlace(workspace),
    url: served.url,
    port: served.port,
    async close() {
      await served.close()
      await reader.close()
    },
  }
}

/** A folder or an address as it is; of a proxy that runs, the folder it works in. */
async function folderOf(where: string | undefined, token: string | undefined): Promise<string | undefined> {
  if (where === undefined || !/^https?:\/\//.test(where)) return where
  const headers: Record<string, string> = token === undefined ? {} : { 'x-daypack-token': token }
  const response = await fetch(`${where.replace(/(?<!\/)\/+$/, '')}/daypack/status`, {
    headers,
    signal: AbortSignal.timeout(30_000),
  }).catch(() => undefined)
  if (!response?.ok)
    throw new DaypackError('not-found', `No proxy answers on ${where}; is it running? Give the address it printed.`)
  const { dir } = (await response.json()) as { dir?: unknown }
  if (typeof dir !== 'string' || !existsSync(dir))
    throw new DaypackError('not-found', `The proxy on ${where} keeps no log that can be reached from here.`)
  return dir
}

function foldersOf(config: Config) {
  const preset = presetFrom(config)
  const { folders } = (typeof preset === 'string' ? presetOf(preset) : preset).options
  const notes = notesOf(config, process.cwd())
  return { ...folders, ...(notes !== undefined && { notes: path.resolve(notes) }) }
}
