// Scripts of the bench as processes of their own: as many at once as there are cores, each stopped when it takes too long.
import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import path from 'node:path'

export type Job = {
  readonly script: string
  readonly args?: readonly string[]
}
export type Done = { readonly command: string; readonly output: string; readonly problem?: string }

const root = path.join(import.meta.dirname, '..')

/** The outputs in the order of the jobs. A job that fails or takes too long has a problem, and the others go on. */
export async function runJobs(jobs: readonly Job[], limitMs: number, say: (line: string) => void): Promise<Done[]> {
  const done: Done[] = []
  const waiting = [...jobs.entries()]
  const started = performance.now()
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [index, job] = next
      say(commandOf(job))
      done[index] = await run(job, limitMs, say)
      const { problem } = done[index]
      const seconds = Math.round((performance.now() - started) / 1000)
      say(`${problem ?? 'done'}: ${job.script} ${job.args?.join(' ') ?? ''} (${seconds} s since the start)`)
    }
  }
  await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, work))
  return done
}

function commandOf({ script, args = [] }: Job): string {
  return `node --conditions=daypack-source ${script} ${args.map((arg) => (/[ +]/.test(arg) ? `'${arg}'` : arg)).join(' ')}`.trim()
}

function run(job: Job, limitMs: number, say: (line: string) => void): Promise<Done> {
  const command = commandOf(job)
  return new Promise((resolve) => {
    const child = spawn(
      process.execPath,
      ['--conditions=daypack-source', path.join(root, job.script), ...(job.args ?? [])],
      {
        cwd: root,
        stdio: ['ignore', 'pipe', 'pipe'],
        timeout: limitMs,
        killSignal: 'SIGKILL',
      },
    )
    let output = ''
    let last = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      for (const line of text.split('\n').filter((each) => each.trim() !== '')) say(`  ${(last = line)}`)
    })
    child.on('error', (error) => resolve({ command, output: '', problem: `did not start, ${error.message}` }))
    child.on('close', (code, signal) => {
      const problem = signal
        ? `stopped after ${Math.round(limitMs / 1000)} s`
        : code === 0
          ? undefined
          : `failed, ${last}`
      resolve({ command, output: output.trim(), ...(problem !== undefined && { problem }) })
    })
  })
}
