import { clean } from '../../show/clean.ts'
import type { Terminal } from './terminal.ts'

export function openAnswerOnly(): Terminal {
  let interrupt = (): void => process.exit(130)
  const stopped = (): void => interrupt()
  process.on('SIGINT', stopped)
  return {
    width: 100,
    line(text = '', tone) {
      if (tone === 'trouble') process.stderr.write(`${clean(text).trimStart()}\n`)
      else if (text === '') process.stdout.write('\n')
    },
    write: (text) => void process.stdout.write(clean(text)),
    unfolding: () => {},
    meter: () => {},
    ask: () => Promise.resolve(undefined),
    next: () => Promise.resolve(undefined),
    onInterrupt: (listener) => void (interrupt = () => void (listener('ctrl-c') || process.exit(130))),
    complete: () => {},
    remember: () => {},
    draw: () => {},
    close: () => Promise.resolve(void process.off('SIGINT', stopped)),
  }
}
