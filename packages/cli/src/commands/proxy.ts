import { reasonOf, DaypackError, type Daypack, type DaypackOptions } from 'daypack'
import { createGateway, type GatewayStatus } from 'daypack-gateway'
import { heldDriver } from 'daypack-gateway/internal'
import { LARGEST_WINDOW } from 'daypack/internal'
import type { Config } from '../config/schema.ts'
import { packOptions, placeOf, storedFolders, withoutWatching, workspaceOf } from '../config/pack-options.ts'
import { fileReader } from '../chat/tools/read.ts'
import { LOOPBACK, untilStopped } from '../listening.ts'
import { launch } from '../proxy/launch.ts'
import { listen } from '../proxy/server.ts'
import { epochLine, listeningLines, statusLines } from '../proxy/show.ts'
import { auditLog, readTeam } from '../proxy/team.ts'
import { watchStatus } from '../proxy/watch.ts'
import { notedPorts, notePort } from '../proxy/ports.ts'
import { keptToken, tokenFor } from '../proxy/token.ts'
import { pooled } from '../proxy/upstream.ts'
import { warmUp } from '../proxy/warm-up.ts'
import { upstreamsFrom, type UpstreamFlags } from '../proxy/upstreams.ts'
import { openPlace, packOn } from '../workspace.ts'
import { print, settingsFor, shownWorkspace, type WorkspaceOptions } from './pack.ts'

export type ProxyOptions = UpstreamFlags &
  WorkspaceOptions & {
    readonly port?: number
    readonly host?: string
    /** False: none is asked. */
    readonly token?: string | false
    readonly allowHost?: readonly string[]
    readonly team?: string
    readonly window?: number
    readonly preset?: string
    readonly ownCalls?: true | string
    readonly command: readonly string[]
  }

export const DEFAULT_PORT = 4141

/** `daypack proxy`: serve until it is stopped, or for as long as the command after `--` runs. */
export async function proxyCommand(options: ProxyOptions): Promise<number> {
  const { host = '127.0.0.1', command } = options
  if (!LOOPBACK.includes(host) && !options.token && options.team === undefined)
    throw new DaypackError(
      'bad-config',
      `${host} can be reached from outside: set a token with --token, or tokens for each person with --team.`,
    )
  const { config, notices } = settingsOf(options)
  for (const notice of notices) console.error(notice)
  // The screen of an agent that runs here is its own: what went wrong is told at its end.
  const tell = command.length > 0 && process.stdout.isTTY ? () => {} : say
  const { pack, window } = await packFor(options, config, tell)
  const workspace = workspaceOf(config, process.cwd())
  const team = options.team === undefined ? undefined : readTeam(options.team, process.env)
  const token = team ? false : (options.token ?? tokenFor(workspace))
  const pool = pooled()
  const gateway = createGateway({
    pack,
    upstream: pool.upstream,
    upstreams: upstreamsFrom(options, process.env),
    onProblem: tell,
    onEpoch: (epoch) => tell(epochLine(epoch)),
    ...(window !== undefined && { window }),
    ...(config.models && { models: config.models }),
    ...(token !== false && { token }),
    ...(team && { ...team, ...auditLog(workspace, Date.now) }),
    ...(options.allowHost && { hosts: options.allowHost }),
    // Whoever comes from outside is somebody else: what one says, another never reads.
    ...(!LOOPBACK.includes(host) && { users: 'apart' as const }),
    ...(options.ownCalls !== undefined && { ownCalls: options.ownCalls }),
  })
  const port = options.port ?? (command.length > 0 ? 0 : DEFAULT_PORT)
  const served = await listen(gateway, { host, port })
  void warmUp().catch(() => {})
  const url = token === false ? served.url : `${served.url}/t/${encodeURIComponent(token)}`
  const forgetPort = notePort(workspace, served.port)
  try {
    if (command.length > 0) {
      const code = await launch(command, url, process.env)
      for (const line of statusLines(await gateway.status())) say(line)
      return code
    }
    for (const line of listeningLines(url)) say(line)
    await untilStopped()
    for (const line of statusLines(await gateway.status())) say(line)
    return 0
  } finally {
    forgetPort()
    await served.close()
    await gateway.settle()
    await pool.close()
    await pack?.close().catch((error: unknown) => say(String(error)))
  }
}

type Flags = Omit<ProxyOptions, 'command'> & { status?: boolean; watch?: boolean }

export function proxyOrStatus(
  command: readonly string[],
  { status, watch, ...flags }: Flags,
  version: string,
): Promise<number> {
  const options = { ...flags, command }
  return watch ? proxyWatch(options, version) : status ? proxyStatus(options) : proxyCommand(options)
}

async function proxyStatus(options: ProxyOptions): Promise<number> {
  const { json } = options
  const status = await askStatus(options)
  return print({ ...(json !== undefined && { json }) }, status, () => statusLines(status))
}

/** The live status, and a link to the inspector of the proxy's workspace if that is on this machine. */
async function proxyWatch(options: ProxyOptions, version: string): Promise<number> {
  const { dir } = await askStatus(options)
  const { openInspector } = await import('./inspect.ts')
  const opened = dir === undefined ? undefined : openInspector(dir, {}, version)
  const inspector = await opened?.catch((error: unknown) => {
    say(`The inspector can't be opened here: ${reasonOf(error)}`)
    return undefined
  })
  try {
    await watchStatus(async () => statusLines(await askStatus(options), inspector?.url), process.stdout, untilStopped())
  } finally {
    await inspector?.close()
  }
  return 0
}

/** Of the proxy on the port that is named, or else of the newest one of this folder that answers. */
async function askStatus(options: ProxyOptions): Promise<GatewayStatus> {
  const { host = '127.0.0.1', port } = options
  const workspace = workspaceOf(settingsOf(options).config, process.cwd())
  const token = options.token ?? keptToken(workspace)
  const headers: Record<string, string> = token ? { 'x-daypack-token': token } : {}
  let why = `No proxy answers ${port === undefined ? 'for this folder' : `on ${host}:${port}`}; name its port with --port.`
  for (const one of port === undefined ? [...notedPorts(workspace), DEFAULT_PORT] : [port]) {
    const signal = AbortSignal.timeout(30_000)
    const response = await fetch(`http://${host}:${one}/daypack/status`, { headers, signal }).catch(() => undefined)
    const said = (await response?.json().catch(() => undefined)) as Answered
    if (response?.ok && said && 'sessions' in said) return said
    if (said && 'error' in said)
      why = `${said.error.message.replace(/^daypack: /, '')} In the folder the proxy was started in, it is found by itself.`
  }
  throw new DaypackError('not-found', why)
}

type Answered = GatewayStatus | { readonly error: { readonly message: string } } | undefined

function settingsOf({ window, preset, ...options }: ProxyOptions) {
  return settingsFor(options, {
    ...(window !== undefined && { window }),
    ...(preset !== undefined && { preset: preset as never }),
  })
}

/** Without a workspace that can be used, everything passes as it came. */
async function packFor(
  options: ProxyOptions,
  config: Config,
  tell: (line: string) => void,
): Promise<{ pack: Daypack | undefined; window: number | undefined }> {
  const given = packOptions(config, process.cwd(), process.env)
  const memory = given.memory ? withoutWatching(given.memory) : false
  try {
    const workspace = workspaceOf(config, process.cwd())
    // An agent that is started here works here: its files are read as they are now, and none outside of this folder.
    const files = options.command.length > 0 && {
      files: { read: fileReader({ root: process.cwd(), workspace, stored: storedFolders(config) }) },
    }
    const pack = await openPack(
      placeOf(config, process.cwd()),
      { window: LARGEST_WINDOW, ...given, ...files, memory },
      tell,
    )
    return { pack, window: config.window }
  } catch (error) {
    say(`The workspace ${shownWorkspace(config)} can't be used, so requests pass through unchanged: ${reasonOf(error)}`)
    return { pack: undefined, window: undefined }
  }
}

async function openPack(place: string, options: DaypackOptions, tell: (line: string) => void): Promise<Daypack> {
  const workspace = await openPlace(place, { make: true })
  return packOn(
    heldDriver(workspace, (problem) => tell(reasonOf(problem))),
    options,
  )
}

function say(line: string): void {
  console.error(line === '' ? '' : `daypack: ${line}`)
}
