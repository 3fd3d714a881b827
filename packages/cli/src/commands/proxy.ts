import { reasonOf, createDaypack, DaypackError, type Daypack, type DaypackOptions } from 'daypack'
import { filesDriver } from 'daypack/drivers'
import { createGateway, type GatewayStatus } from 'daypack/hosts/gateway'
import { LARGEST_WINDOW, writeBehind } from '../inside.ts'
import { loadConfig } from '../config/load.ts'
import { packOptions, storedFolders, workspaceOf } from '../config/pack-options.ts'
import { fileReader } from '../chat/tools/read.ts'
import { launch } from '../proxy/launch.ts'
import { listen } from '../proxy/server.ts'
import { statusLines } from '../proxy/show.ts'
import { pooled } from '../proxy/upstream.ts'
import { upstreamsFrom, type UpstreamFlags } from '../proxy/upstreams.ts'
import { print } from './pack.ts'
import { stopped } from './stopped.ts'

export type ProxyOptions = UpstreamFlags & {
  readonly dir?: string
  readonly config?: string
  readonly json?: boolean
  readonly port?: number
  readonly host?: string
  readonly token?: string
  readonly allowHost?: readonly string[]
  readonly window?: number
  readonly preset?: string
  readonly command: readonly string[]
}

export const DEFAULT_PORT = 4141
const LOOPBACK = ['127.0.0.1', 'localhost', '::1']

/** `daypack proxy`: serve until it is stopped, or for as long as the command after `--` runs. */
export async function proxyCommand(options: ProxyOptions): Promise<number> {
  const { host = '127.0.0.1', token, command } = options
  if (!LOOPBACK.includes(host) && token === undefined)
    throw new DaypackError('bad-config', `${host} can be reached from outside: set a token with --token.`)
  const { pack, window } = await packFor(options)
  const pool = pooled()
  const gateway = createGateway({
    pack,
    upstream: pool.upstream,
    upstreams: upstreamsFrom(options, process.env),
    onProblem: say,
    ...(window !== undefined && { window }),
    ...(token !== undefined && { token }),
    ...(options.allowHost && { hosts: options.allowHost }),
  })
  const port = options.port ?? (command.length > 0 ? 0 : DEFAULT_PORT)
  const served = await listen(gateway, { host, port })
  try {
    if (command.length > 0) {
      const code = await launch(command, token === undefined ? served.url : `${served.url}/t/${token}`, process.env)
      for (const line of statusLines(await gateway.status())) say(line)
      return code
    }
    say(
      `listening on ${served.url}; stop with Ctrl-C. Point agents to it with ANTHROPIC_BASE_URL=${served.url}, OPENAI_BASE_URL=${served.url}/v1 or GOOGLE_GEMINI_BASE_URL=${served.url}`,
    )
    await stopped()
    for (const line of statusLines(await gateway.status())) say(line)
    return 0
  } finally {
    await served.close()
    await pool.close()
    await pack?.close().catch((error: unknown) => say(String(error)))
  }
}

/** `daypack proxy --status`: ask the one that runs. */
export async function proxyStatus({
  host = '127.0.0.1',
  port = DEFAULT_PORT,
  token,
  json,
}: ProxyOptions): Promise<number> {
  const headers: Record<string, string> = token === undefined ? {} : { 'x-daypack-token': token }
  const response = await fetch(`http://${host}:${port}/daypack/status`, { headers }).catch(() => undefined)
  if (!response?.ok) {
    const why = response ? ((await response.json()) as { error?: { message?: string } }).error?.message : undefined
    throw new DaypackError('not-found', why ?? `No proxy answers on ${host}:${port}; name its port with --port.`)
  }
  const status = (await response.json()) as GatewayStatus
  print({ ...(json !== undefined && { json }) }, status, () => statusLines(status))
  return 0
}

/** Without a workspace that can be used, everything passes as it came. */
async function packFor(options: ProxyOptions): Promise<{ pack: Daypack | undefined; window: number | undefined }> {
  const { dir, window: asked, preset } = options
  const { config } = loadConfig({
    cwd: process.cwd(),
    env: process.env,
    flags: {
      ...(dir !== undefined && { dir }),
      ...(asked !== undefined && { window: asked }),
      ...(preset !== undefined && { preset: preset as never }),
    },
    ...(options.config !== undefined && { file: options.config }),
  })
  const given = packOptions(config, process.cwd(), process.env)
  const memory = given.memory ? { ...given.memory, watch: false, schedule: false } : false
  try {
    const workspace = workspaceOf(config, process.cwd())
    // An agent that is started here works here: its files are read as they are now, and none outside of this folder.
    const files = options.command.length > 0 && {
      files: { read: fileReader({ root: process.cwd(), workspace, stored: storedFolders(config) }) },
    }
    const pack = await openPack(workspace, { window: LARGEST_WINDOW, ...given, ...files, memory })
    return { pack, window: config.window }
  } catch (error) {
    say(`The workspace ${given.dir} can't be used, so requests pass through unchanged: ${reasonOf(error)}`)
    return { pack: undefined, window: undefined }
  }
}

/** Files whose log is written behind the turns. */
async function openPack(dir: string, options: DaypackOptions): Promise<Daypack> {
  const files = await filesDriver({ dir, now: Date.now })
  const log = writeBehind(files.log, (problem) => say(reasonOf(problem)))
  const pack = await createDaypack({ ...options, driver: { ...files, log } })
  return {
    ...pack,
    get memory() {
      return pack.memory
    },
    async close() {
      await pack.close()
      await log.flush()
      await files.close()
    },
  }
}

function say(line: string): void {
  console.error(line === '' ? '' : `daypack: ${line}`)
}
