import { CLEAR_BELOW, CLEAR_REST_OF_LINE, draw, TOP_LEFT } from '../show/clean.ts'

const EVERY_MS = 1_000
const GONE = 'The proxy does not answer, asking again'

/** Shows what `ask` says every second until it is stopped. A proxy that does not answer for a moment ends nothing. */
export async function watchStatus(
  ask: () => Promise<readonly string[]>,
  out: NodeJS.WriteStream,
  stopped: Promise<unknown>,
): Promise<void> {
  const over = stopped.then(() => true)
  let last: string | undefined
  let lines: readonly string[] = []
  for (let isOver = false; !isOver;) {
    try {
      lines = await ask()
    } catch (error) {
      if (last === undefined) throw error
      lines = [...lines.filter((line) => !line.startsWith(GONE)), `${GONE}: ${(error as Error).message}`]
    }
    const text = lines.join('\n')
    if (out.isTTY) draw(out, [TOP_LEFT, ...lines.flatMap((line) => [line, CLEAR_REST_OF_LINE, '\n']), CLEAR_BELOW])
    else if (text !== last) out.write(`${text}\n\n`)
    last = text
    isOver = await Promise.race([over, new Promise<false>((resolve) => setTimeout(() => resolve(false), EVERY_MS))])
  }
}
