import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { filesDriver } from '../../src/drivers/files/index.ts'
import { checkLines, checkPromises, type Event } from './ledger.ts'

const CHILD = join(import.meta.dirname, 'child.ts')

export type ChildRun = {
  readonly events: Event[]
  readonly points: string[]
  readonly killed: boolean
  readonly complaint: string
}

/** Run a child until it ends, kills itself, or has told so many events and a little time has passed. */
export async function runChild(options: {
  dir: string
  seed: number
  mode: 'random' | 'workloads'
  kill?: string
  killAfter?: { events: number; ms: number }
  /** A program that runs it, with its arguments. */
  under?: readonly string[]
}): Promise<ChildRun> {
  const { dir, seed, mode, kill, killAfter, under = [] } = options
  const own = [process.execPath, '--conditions=daypack-source', CHILD, dir, String(seed), mode]
  const [program = '', ...args] = [...under, ...own]
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...childEnv(dir), ...(kill === undefined ? {} : { DAYPACK_KILL: kill }) },
  })
  let output = ''
  let told = 0
  let complaint = ''
  let killing: Promise<unknown> | undefined
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk
    told += chunk.split('\n').length - 1
    if (killAfter !== undefined && told > killAfter.events)
      killing ??= sleep(killAfter.ms).then(() => child.kill('SIGKILL'))
  })
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (complaint += chunk))
  await once(child, 'close')
  await killing
  const lines = output
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Omit<Event, 'when'> | { points: string[] })
  return {
    events: lines.flatMap((line) => ('deed' in line ? [{ ...line, when: 0 }] : [])),
    points: lines.flatMap((line) => ('points' in line ? line.points : [])),
    killed: child.signalCode === 'SIGKILL',
    complaint,
  }
}

/** Little of our own environment, and a place where children share what they compiled: they start twice as fast. */
export function childEnv(dir: string): Record<string, string> {
  return { PATH: process.env['PATH'] ?? '', NODE_NO_WARNINGS: '1', NODE_COMPILE_CACHE: join(dirname(dir), 'compiled') }
}

/** Open the workspace as the next process would, hold it to its promises, and look at the files themselves. */
export async function checkWorkspace(dir: string, events: readonly Event[]): Promise<{ quarantined: number }> {
  const driver = await filesDriver({ dir, now: () => 1_790_000_000_000, zone: 'UTC' })
  try {
    await checkPromises(driver, events)
  } finally {
    await driver.close()
  }
  for (const name of readdirSync(dir, { recursive: true, encoding: 'utf8' })) {
    const path = join(dir, name)
    if (statSync(path).isFile() && !name.startsWith('.')) checkLines(name, readFileSync(path))
  }
  const quarantine = join(dir, '.quarantine')
  return { quarantined: existsSync(quarantine) ? readdirSync(quarantine).length : 0 }
}
