import type { Message } from '../../src/model/message.ts'
import type { Pass } from '../../src/passes/pass.ts'
import { openDesk, type Desk, type DeskOptions } from '../../../daypack-testing/src/desk.ts'

export const texts = (desk: Desk): Promise<string[]> => desk.results()

/** A desk on which these passes ran once, as early as they may. */
export async function eager(
  options: DeskOptions,
  passes: readonly Pass[],
  ...messages: readonly Message[]
): Promise<Desk> {
  const desk = openDesk({ timing: 'eager', ...options })
  await desk.say(...messages)
  await desk.run(passes)
  return desk
}

export const lines = (count: number, word = 'line'): string =>
  Array.from({ length: count }, (_, at) => `${word} ${at + 1}`).join('\n')
