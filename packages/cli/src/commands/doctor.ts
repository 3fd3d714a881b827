import { freemem } from 'node:os'
import { existsSync, statSync } from 'node:fs'
import { access, constants, statfs } from 'node:fs/promises'
import path from 'node:path'
import { reasonOf, project, type Daypack } from 'daypack'
import { storedRefs } from './stored.ts'
import { chooseModel, openModel, type ModelChoice } from '../chat/model.ts'
import { withWindow } from '../chat/window.ts'
import { KEY_NAMES } from '../config/environment.ts'
import { placeOf, presetName, windowOf } from '../config/pack-options.ts'
import { checkPostgres, isAddress, tenantIn } from '../config/place.ts'
import type { Config } from '../config/schema.ts'
import { embeddingProblem } from '../memory/endpoint.ts'
import { count } from '../show/words.ts'
import { isWorkspace } from '../workspace.ts'
import { print, settingsFor, shownWorkspace, withPack, type WorkspaceOptions } from './pack.ts'
import { checkOf, serverChecks, type Check } from './server-checks.ts'

/** `daypack doctor`: changes nothing; `--url` alone checks only the server. */
export async function doctorCommand(options: WorkspaceOptions, version: string): Promise<number> {
  const { node, sqlite = 'unknown' } = process.versions as { node: string; sqlite?: string }
  const versions = `daypack ${version}, Node ${node}, SQLite ${sqlite}, ${process.platform} ${process.arch}`
  const checks: Check[] = [checkOf('versions', 'good', versions)]
  try {
    const server = serverAlone(options)
    if (server === undefined) {
      const { config, ...loaded } = settingsFor(options)
      checks.push(...(await settingsChecks(config, loaded)))
      if (isAddress(config.dir)) checks.push(...(await serverChecks(tenantIn(config.dir).url)))
      checks.push(...(await workspaceChecks(options, config)))
    } else checks.push(...(await serverChecks(server)))
  } catch (error) {
    checks.push(checkOf('failure', 'bad', reasonOf(error)))
  }
  const isBad = checks.some((check) => check.state === 'bad')
  print(options, { ok: !isBad, checks }, () => [
    ...checks.map(({ name, state, text }) => `${MARKS[state]} ${name}: ${text}`),
    isBad ? 'Something is wrong: see the lines marked with a cross.' : 'All is well.',
  ])
  return isBad ? 1 : 0
}

const MARKS = { good: '✓', note: '·', bad: '✗' }

/** `--url` without a tenant asks for the server alone. */
function serverAlone({ url, tenant }: WorkspaceOptions): string | undefined {
  if (url === undefined || tenant !== undefined || process.env['DAYPACK_TENANT']) return undefined
  return /[?&]tenant=/.test(url) ? undefined : checkPostgres(url)
}

type Loaded = Omit<ReturnType<typeof settingsFor>, 'config'>

async function settingsChecks(given: Config, { sources, notices }: Loaded): Promise<Check[]> {
  const chosen = modelIn(given)
  const model = chosen && (await openModel(given, process.env).catch(() => undefined))
  const { config, notice } = model ? await withWindow(given, model) : { config: given }
  await model?.close?.()
  const named = sources.filter((name, at) => sources.lastIndexOf(name) === at)
  const from = named.length > 0 ? `from ${named.join(', then ')}` : 'defaults'
  return [
    checkOf('settings', 'good', `${from}; preset ${presetName(config)}, window ${windowOf(config, chosen?.id)}`),
    ...[...notices, ...(notice === undefined ? [] : [notice])].map((text) => checkOf('settings', 'note', text)),
    modelCheck(given, chosen),
  ]
}

function modelIn(config: Config): ModelChoice | undefined {
  try {
    return chooseModel(config, process.env)
  } catch {
    return undefined
  }
}

/** Names, never keys. */
function modelCheck(config: Config, chosen: ModelChoice | undefined): Check {
  if (!chosen) return checkOf('model', 'note', 'none is set up; `daypack chat --model scripted` works without a key')
  const { provider, id } = chosen
  const key = config.provider?.apiKey
    ? 'key from the settings'
    : (KEY_NAMES[provider].find((name) => process.env[name]) ?? 'no key')
  return checkOf('model', 'good', `${provider}:${id} (${key})`)
}

async function spaceCheck(dir: string): Promise<Check> {
  const disk = await statfs(dir)
  const free = disk.bavail * disk.bsize
  const text = `${Math.round(free / 1e6)} MB free on its disk, ${Math.round(freemem() / 1e6)} MB of memory`
  return checkOf('space', free < 200_000_000 ? 'bad' : 'good', text)
}

/** Why nothing can be stored in the folder, or in the nearest one above it that is there. */
async function writeProblem(dir: string): Promise<string | undefined> {
  let nearest = dir
  while (!existsSync(nearest) && nearest !== path.dirname(nearest)) nearest = path.dirname(nearest)
  if (!statSync(nearest).isDirectory()) return `${nearest} is not a folder; name another with --dir`
  return access(nearest, constants.W_OK | constants.X_OK).then(
    () => undefined,
    () => `this user cannot write to ${nearest}; change its rights, or name another with --dir`,
  )
}

async function workspaceChecks(options: WorkspaceOptions, config: Config): Promise<Check[]> {
  const place = placeOf(config, process.cwd())
  const shown = shownWorkspace(config)
  const isFolder = !isAddress(place)
  const problem = isFolder ? await writeProblem(place) : undefined
  if (problem !== undefined) return [checkOf('workspace', 'bad', problem)]
  if (isFolder && !isWorkspace(place)) return [checkOf('workspace', 'note', `none at ${shown} yet`)]
  const checked = async (pack: Daypack): Promise<Check[]> => {
    const { log, blobs, days } = pack.driver
    const sessions = (await log?.sessions()) ?? []
    const bad: Check[] = []
    let [entries, refs, missing, gone] = [0, 0, 0, 0]
    for (const id of sessions) {
      const read = await readable(log, id)
      if ('problem' in read) {
        bad.push(checkOf('log', 'bad', `session ${id} cannot be read: ${read.problem}`))
        continue
      }
      entries += read.entries.length
      for (const { file, offset, bytes, why } of read.damage) {
        const text = bytes === 0 ? why : `${bytes} bytes unreadable (${why}); everything else is intact`
        bad.push(checkOf('log', bytes === 0 ? 'note' : 'bad', `${file} at byte ${offset}: ${text}`))
      }
      for (const ref of new Set(read.entries.flatMap(storedRefs))) {
        refs++
        const info = await blobs?.info(ref)
        if (info === undefined) missing++
        else if ('gone' in info) gone++
      }
    }
    const dialog = (await days?.days()) ?? []
    const held = `${count(sessions.length, 'log')}, ${count(entries, 'entry')}, ${count(dialog.length, 'day')} of dialog`
    const results = `${refs} in use${gone > 0 ? `, ${gone} removed by retention` : ''}${missing > 0 ? `, ${missing} missing: restore them from a backup` : ''}`
    return [
      checkOf('workspace', 'good', `${shown}: ${held}`),
      ...(isFolder ? [await spaceCheck(place)] : []),
      ...bad,
      checkOf('stored results', missing > 0 ? 'bad' : 'good', results),
      await memoryCheck(pack.memory),
      ...(await endpointChecks(config)),
    ]
  }
  // The notices are among the checks already.
  return withPack(options, checked, { tell: () => {} })
}

async function endpointChecks(config: Config): Promise<Check[]> {
  const problem = await embeddingProblem(config)
  return problem === undefined ? [] : [checkOf('vectors', 'bad', problem)]
}

type Log = NonNullable<Daypack['driver']['log']>

/** A session's log, projected once: one that can't be read is reported, and the others are still checked. */
async function readable(
  log: Log | undefined,
  id: string,
): Promise<Awaited<ReturnType<Log['read']>> | { problem: string }> {
  try {
    const read = (await log?.read(id)) ?? { entries: [], head: 0, damage: [] }
    project(read.entries)
    return read
  } catch (error) {
    return { problem: reasonOf(error) }
  }
}

async function memoryCheck(memory: Daypack['memory']): Promise<Check> {
  try {
    const { index, pendingFlushes, failures } = await memory.status()
    const { state, why } = index.index
    const text = `index ${state}${why ? ` (${why})` : ''}, ${count(pendingFlushes, 'task')} waiting`
    return failures.length > 0
      ? checkOf('memory', 'bad', [text, ...failures].join('; '))
      : checkOf('memory', 'good', text)
  } catch (error) {
    return checkOf('memory', 'note', reasonOf(error))
  }
}
