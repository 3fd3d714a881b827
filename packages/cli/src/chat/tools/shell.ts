import { safe } from '../show.ts'
import type { ChatTool, Ui } from '../types.ts'
import { COUNT, fieldsOf, inputOf, needed, numberAt, TEXT } from './input.ts'

export type ShellOptions = {
  readonly cwd: string
  readonly ui: Ui
  /** Names in the environment that the command must not see. */
  readonly hidden: readonly string[]
  isAllowed: boolean
  readonly timeoutSeconds?: number
}

const TIMEOUT_SECONDS = 120
/** A command that writes more than this is stopped. */
const MAX_BYTES = 16_000_000

/** Asks, then runs a command with a time limit; the log keeps the whole output, and its children end with it. */
export function shellTool(options: ShellOptions): ChatTool {
  const { timeoutSeconds = TIMEOUT_SECONDS } = options
  return {
    name: 'run_shell',
    description: `Run a command in the working folder. The user is asked first. It may run for ${timeoutSeconds} seconds; long output is stored whole and shown in part.`,
    inputSchema: inputOf({ command: TEXT, timeout_seconds: COUNT }, ['command']),
    async run(input, { signal }) {
      const fields = fieldsOf(input)
      const command = needed(fields, 'command')
      const refusal = await refused(options, command, signal)
      if (refusal !== undefined) return refusal
      const seconds = Math.min(timeoutSeconds, numberAt(fields, 'timeout_seconds') ?? timeoutSeconds)
      return execute(command, seconds, options, signal)
    },
  }
}

export async function execute(
  command: string,
  seconds: number | undefined,
  { cwd, hidden, timeoutSeconds = TIMEOUT_SECONDS }: Omit<ShellOptions, 'ui' | 'isAllowed'>,
  signal: AbortSignal,
): Promise<string> {
  const { execa } = await import('execa')
  const limit = seconds ?? timeoutSeconds
  const result = await execa(command, {
    shell: true,
    cwd,
    env: Object.fromEntries(hidden.map((name) => [name, undefined])),
    stdin: 'ignore',
    all: true,
    reject: false,
    timeout: limit * 1_000,
    cancelSignal: signal,
    killDescendants: true,
    forceKillAfterDelay: 2_000,
    maxBuffer: MAX_BYTES,
    stripFinalNewline: true,
  })
  const output = result.all ?? ''
  if (result.timedOut) return `Error: stopped after ${limit} seconds.\n${output}`
  if (result.isCanceled) return `Error: stopped by the user.\n${output}`
  if (result.isMaxBuffer) return `Error: stopped because it wrote too much.\n${output}`
  return result.exitCode === 0
    ? output || '[no output]'
    : `[exit code ${result.exitCode ?? result.signal ?? 'unknown'}]\n${output}`
}

async function refused(options: ShellOptions, command: string, signal: AbortSignal): Promise<string | undefined> {
  if (options.isAllowed) return undefined
  const answer = await options.ui.ask(`Run: ${safe(command)}\n[y]es, [a]lways in this chat, [N]o? `, signal)
  if (signal.aborted) return 'Error: stopped by the user.'
  if (answer === undefined)
    return 'Error: not run, because there is nobody to ask. The user can start the chat with --allow-shell.'
  if (/^a/i.test(answer.trim())) options.isAllowed = true
  return /^[ya]/i.test(answer.trim()) ? undefined : 'Error: the user did not allow this command.'
}
