import type { Ui } from '../types.ts'

export type Word = { readonly name: string; readonly about: string; readonly usage: string }

export type Terminal = Ui & {
  /** The next thing the user says; undefined at the end of the input. What is pasted is one thing. */
  next(): Promise<string | undefined>
  /** Called on Esc and Ctrl-C; answers whether something was stopped. After Ctrl-C, if not, the line is cleared, and a second one leaves. */
  onInterrupt(listener: (key: 'esc' | 'ctrl-c') => boolean): void
  /** What Tab completes: slash commands by name; paths of this folder always. */
  complete(commands: readonly Word[], folder: string): void
  remember(said: readonly string[]): void
  draw(): void
  close(): Promise<void>
}

/** A full screen in a terminal that can draw one; lines everywhere else: in a pipe, with TERM=dumb. */
export async function openTerminal(
  input: NodeJS.ReadStream,
  output: NodeJS.WriteStream,
  env: Readonly<Record<string, string | undefined>>,
): Promise<Terminal> {
  if (input.isTTY && output.isTTY && env['TERM'] !== 'dumb') {
    const { openScreen } = await import('./screen.ts')
    return openScreen(output)
  }
  const { openPlain } = await import('./plain.ts')
  return openPlain(input, output)
}
