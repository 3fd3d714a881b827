import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Rolldown } from 'tsdown'
import { filesDriver } from '../../src/drivers/files/index.ts'
import { checkLines, checkPromises, type Event } from './ledger.ts'

export type ChildRun = {
  readonly events: Event[]
  readonly points: string[]
  readonly killed: boolean
  readonly complaint: string
}

type Start = {
  readonly dir: string
  readonly kill?: string
  readonly killAfter?: { events: number; ms: number }
  /** A program that runs it, with its arguments. */
  readonly under?: readonly string[]
}

/** Run a child on the files of a workspace until it ends, kills itself, or has told so many events and a little time has passed. */
export async function runChild(start: Start & { seed: number; mode: 'random' | 'workloads' }): Promise<ChildRun> {
  const { lines, ...ended } = await runScript('child.ts', [String(start.seed), start.mode], start)
  return {
    ...ended,
    events: lines.flatMap((line) => ('deed' in line ? [{ ...(line as Omit<Event, 'when'>), when: 0 }] : [])),
    points: lines.flatMap((line) => ('points' in line ? (line.points as string[]) : [])),
  }
}

/** Run one of the scripts beside this file on a workspace, and read what it tells, line by line. */
export async function runScript(
  script: string,
  more: readonly string[],
  { dir, kill, killAfter, under = [] }: Start,
): Promise<{ lines: object[]; killed: boolean; complaint: string }> {
  const [program = '', ...args] = [...under, process.execPath, await bundled(script, dirname(dir)), dir, ...more]
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
    .map((line) => JSON.parse(line) as object)
  return { lines, killed: child.signalCode === 'SIGKILL', complaint }
}

const bundles = new Map<string, Promise<string>>()
/** The script in one file, made once for each folder: it starts with half the processor time. */
function bundled(script: string, folder: string): Promise<string> {
  const file = join(folder, script.replace('.ts', '.mjs'))
  const known = bundles.get(file) ?? bundle(join(import.meta.dirname, script), file)
  bundles.set(file, known)
  return known
}

async function bundle(input: string, file: string): Promise<string> {
  const made = await Rolldown.rolldown({ input, platform: 'node', external: /^node:|node_modules/ })
  await made.write({ file, format: 'esm', codeSplitting: false })
  await made.close()
  return file
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
