import { createInterface } from 'node:readline'
import { clean, rawStream } from '../../show/clean.ts'
import type { Terminal } from './terminal.ts'
import { dim, toned } from './style.ts'

export function openPlain(input: NodeJS.ReadStream, output: NodeJS.WriteStream): Terminal {
  const isTerminal = input.isTTY && output.isTTY
  const raw = rawStream(output)
  const lines: string[] = []
  let waiting: ((line: string | undefined) => void) | undefined
  let asking: ((line: string | undefined) => void) | undefined
  let isOver = false
  let prompt = '> '
  let interrupt: Parameters<Terminal['onInterrupt']>[0] = () => false
  let isReady = false
  const reader = createInterface({
    input,
    output: isTerminal ? raw : undefined,
    terminal: isTerminal,
    prompt,
    historySize: 500,
  })
  reader.on('line', (line) => {
    const take = asking ?? waiting
    if (!take) return void lines.push(line)
    if (asking) asking = undefined
    else waiting = undefined
    take(line)
  })
  reader.on('close', () => {
    if (isTerminal && waiting) output.write('\n')
    isOver = true
    asking?.(undefined)
    waiting?.(undefined)
  })
  const stopped = (): void => void (interrupt('ctrl-c') || reader.close())
  reader.on('SIGINT', stopped)
  process.on('SIGINT', stopped)
  const line = (): Promise<string | undefined> => {
    const first = lines.shift()
    if (first !== undefined || isOver) return Promise.resolve(first)
    return new Promise((resolve) => (waiting = resolve))
  }
  return {
    get width() {
      return Math.min(120, output.columns ?? 100)
    },
    line: (text = '', tone) => void raw.write(`${toned(clean(text), tone)}\n`),
    write: (text) => void output.write(text),
    unfolding: (text) => void raw.write(`${toned(clean(text), 'quiet')}\n`),
    meter: ({ short }) => {
      prompt = `${dim(clean(short))} > `
      reader.setPrompt(prompt)
      if (!isReady && waiting && isTerminal) reader.prompt()
      isReady = true
    },
    // Only what is typed after the question answers it: a line typed ahead is no consent.
    async ask(question, signal) {
      if (!isTerminal || isOver) return undefined
      const last = question.lastIndexOf('\n') + 1
      output.write(question.slice(0, last))
      reader.setPrompt(clean(question.slice(last)))
      reader.prompt()
      const answer = await new Promise<string | undefined>((resolve) => {
        asking = resolve
        signal.addEventListener('abort', () => resolve(undefined), { once: true })
      })
      asking = undefined
      reader.setPrompt(prompt)
      return answer
    },
    async next() {
      let said = ''
      for (;;) {
        // The first prompt comes once everything is loaded: what is said until then would land on its line.
        if (isTerminal && isReady && !isOver && lines.length === 0) reader.prompt()
        const part = await line()
        if (part === undefined) return said === '' ? undefined : said
        if (!part.endsWith('\\')) return said + part
        said += `${part.slice(0, -1)}\n`
      }
    },
    onInterrupt: (listener) => void (interrupt = listener),
    complete: () => {},
    remember: () => {},
    draw: () => {},
    close: () => {
      process.off('SIGINT', stopped)
      reader.close()
      return Promise.resolve()
    },
  }
}
