import type { GatewayStatus } from 'daypack/hosts/gateway'
import { statusLines } from './show.ts'

const EVERY_MS = 1_000
/** To the top left; the rest of a line; the rest of the screen. */
const HOME = '\u001B[H'
const CLEAR_LINE = '\u001B[K'
const CLEAR_BELOW = '\u001B[J'

/** Sessions, windows, epochs and cost as they go, until it is stopped or the proxy is gone. */
export async function watchStatus(
  ask: () => Promise<GatewayStatus>,
  out: NodeJS.WriteStream,
  stopped: Promise<unknown>,
): Promise<void> {
  const over = stopped.then(() => true)
  let last = ''
  for (let isOver = false; !isOver;) {
    const lines = statusLines(await ask())
    const text = lines.join('\n')
    if (out.isTTY) out.write(`${HOME}${lines.map((line) => `${line}${CLEAR_LINE}`).join('\n')}\n${CLEAR_BELOW}`)
    else if (text !== last) out.write(`${text}\n\n`)
    last = text
    isOver = await Promise.race([over, new Promise<false>((resolve) => setTimeout(() => resolve(false), EVERY_MS))])
  }
}
