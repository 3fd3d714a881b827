import { DaypackError } from 'daypack'
import { DIALECTS, toolOf, type KnownAgent } from 'daypack/internal'

const AGENTS: readonly KnownAgent[] = DIALECTS.flatMap(({ agent }) => agent ?? [])

export const TARGETS: readonly string[] = AGENTS.map(({ command }) => command)

export function agentNamed(command: string): KnownAgent {
  const found = AGENTS.find((agent) => agent.command === command)
  if (found) return found
  throw new DaypackError('bad-config', `There is no agent "${command}"; choose ${TARGETS.join(', ')}.`)
}

export function toolFor({ tools }: KnownAgent, tool: string): string {
  return tools[toolOf(tool)?.does ?? ''] ?? tool
}

const HEADLESS = new Set(['-p', '--print', 'exec', 'run'])

/** The words that start it with this message; `args` may ask for a run without a screen, and then the message comes last. */
export function startWords({ command, promptFlag }: KnownAgent, args: readonly string[], message: string): string[] {
  const isHeadless = args.some((word) => HEADLESS.has(word))
  return [command, ...args, ...(promptFlag !== undefined && !isHeadless ? [promptFlag] : []), message]
}

/** The file with a project's instructions that this agent does not read by itself. */
export function foreignInstructions(to: KnownAgent, exists: (name: string) => boolean): string | undefined {
  if (exists(to.instructions)) return undefined
  return AGENTS.map(({ instructions }) => instructions).find(exists)
}
