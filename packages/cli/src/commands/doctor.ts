import { existsSync, statSync } from 'node:fs'
import { access, constants, statfs } from 'node:fs/promises'
import path from 'node:path'
import { reasonOf, project, type Daypack } from 'daypack'
import { chooseModel, openModel, withWindow, type ModelChoice } from '../chat/model.ts'
import { KEY_NAMES } from '../config/environment.ts'
import { placeOf, presetName, windowOf } from '../config/pack-options.ts'
import { checkPostgres, isAddress, shownPlace, tenantIn } from '../config/place.ts'
import type { Config } from '../config/schema.ts'
import { count } from '../show/words.ts'
import { isWorkspace } from '../workspace.ts'
import { embeddingProblem, print, settingsFor, withPack, type WorkspaceOptions } from './pack.ts'
import { check, serverChecks, type Check } from './server-checks.ts'
import { storedRefs } from './stored.ts'

const MARKS = { good: '✓', note: '·', bad: '✗' }
const LITTLE_SPACE = 200_000_000

/** `daypack doctor`: changes nothing; `--url` alone checks only the server. */
export async function doctorCommand(options: WorkspaceOptions, version: string): Promise<number> {
  const { node, sqlite = 'unknown' } = process.versions as { node: string; sqlite?: string }
  const versions = `daypack ${version}, Node ${node}, SQLite ${sqlite}, ${process.platform} ${process.arch}`
  const checks: Check[] = [check('versions', false, versions)]
  try {
    const server = serverAlone(options)
    if (server === undefined) {
      const { config, ...loaded } = settingsFor(options)
      checks.push(...(await settingsChecks(config, loaded)))
      if (isAddress(config.dir)) checks.push(...(await serverChecks(tenantIn(config.dir).url)))
      checks.push(...(await workspaceChecks(options, config)))
    } else checks.push(...(await serverChecks(server)))
  } catch (error) {
    checks.push(check('failure', reasonOf(error), ''))
  }
  const isBad = checks.some(({ state }) => state === 'bad')
  print(options, { ok: !isBad, checks }, () => [
    ...checks.map(({ name, state, text }) => `${MARKS[state]} ${name}: ${text}`),
    isBad ? 'Something is wrong: see the lines marked with a cross.' : 'All is well.',
  ])
  return isBad ? 1 : 0
}

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
    check('settings', false, `${from}; preset ${presetName(config)}, window ${windowOf(config, chosen?.id)}`),
    ...[...notices, ...(notice === undefined ? [] : [notice])].map((text) => check('settings', text, '', 'note')),
    check(
      'model',
      chosen === undefined && 'none is set up; `daypack chat --model scripted` works without a key',
      `${chosen?.provider}:${chosen?.id} (${keyIn(given, chosen)})`,
      'note',
    ),
  ]
}

function modelIn(config: Config): ModelChoice | undefined {
  try {
    return chooseModel(config, process.env)
  } catch {
    return undefined
  }
}

/** Its name, never the key. */
function keyIn({ provider }: Config, chosen: ModelChoice | undefined): string {
  if (provider?.apiKey) return 'key from the settings'
  return (chosen && KEY_NAMES[chosen.provider].find((name) => process.env[name])) ?? 'no key'
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
  const shown = shownPlace(place)
  const isFolder = !isAddress(place)
  const problem = isFolder ? await writeProblem(place) : undefined
  if (problem !== undefined) return [check('workspace', problem, '')]
  if (isFolder && !isWorkspace(place)) return [check('workspace', `none at ${shown} yet`, '', 'note')]
  const checked = async (pack: Daypack): Promise<Check[]> => {
    const { logs, entries, refs, bad } = await logsIn(pack)
    const stored = await Promise.all([...refs].map(async (ref) => pack.driver.blobs?.info(ref)))
    const missing = stored.filter((info) => info === undefined).length
    const gone = stored.filter((info) => info !== undefined && 'gone' in info).length
    const days = (await pack.driver.days?.days()) ?? []
    const held = `${count(logs, 'log')}, ${count(entries, 'entry')}, ${count(days.length, 'day')} of dialog`
    const results = `${refs.size} in use${gone > 0 ? `, ${gone} removed by retention` : ''}`
    const vectors = await embeddingProblem(config)
    return [
      check('workspace', false, `${shown}: ${held}`),
      ...(isFolder ? [await spaceCheck(place)] : []),
      ...bad,
      check('stored results', missing > 0 && `${results}, ${missing} missing: restore them from a backup`, results),
      await memoryCheck(pack.memory),
      ...(vectors === undefined ? [] : [check('vectors', vectors, '')]),
    ]
  }
  // The notices are among the checks already.
  return withPack(options, checked, { tell: () => {} })
}

async function spaceCheck(dir: string): Promise<Check> {
  const { bavail, bsize } = await statfs(dir)
  const text = `${Math.round((bavail * bsize) / 1e6)} MB free on its disk`
  return check('space', bavail * bsize < LITTLE_SPACE && text, text)
}

/** Every log is read and projected: one that can't be is reported, and the others are still checked. */
async function logsIn({ driver: { log } }: Daypack) {
  const sessions = (await log?.sessions()) ?? []
  const bad: Check[] = []
  const refs = new Set<string>()
  let entries = 0
  for (const id of sessions) {
    try {
      const read = (await log?.read(id)) ?? { entries: [], damage: [] }
      project(read.entries)
      entries += read.entries.length
      for (const ref of read.entries.flatMap(storedRefs)) refs.add(ref)
      for (const { file, offset, bytes, why } of read.damage) {
        const text = bytes === 0 ? why : `${bytes} bytes unreadable (${why}); everything else is intact`
        bad.push(check('log', `${file} at byte ${offset}: ${text}`, '', bytes === 0 ? 'note' : 'bad'))
      }
    } catch (error) {
      bad.push(check('log', `session ${id} cannot be read: ${reasonOf(error)}`, ''))
    }
  }
  return { logs: sessions.length, entries, refs, bad }
}

async function memoryCheck(memory: Daypack['memory']): Promise<Check> {
  try {
    const { index, pendingFlushes, failures } = await memory.status()
    const { state, why } = index.index
    const text = `index ${state}${why ? ` (${why})` : ''}, ${count(pendingFlushes, 'task')} waiting`
    return check('memory', failures.length > 0 && [text, ...failures].join('; '), text)
  } catch (error) {
    return check('memory', reasonOf(error), '', 'note')
  }
}
