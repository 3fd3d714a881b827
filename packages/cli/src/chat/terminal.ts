import { createInterface } from 'node:readline'
import { clean, uncleaned } from '../show/clean.ts'
import type { Ui } from './types.ts'

export type Terminal = Ui & {
  /** The next thing the user says; undefined at the end of the input. A line that ends in `\` goes on. */
  next(): Promise<string | undefined>
  /** Called when the user presses Ctrl-C. */
  onInterrupt(listener: () => void): void
  /** Words that Tab completes at the beginning of a line. */
  complete(words: readonly string[]): void
  close(): void
}

const PROMPT = '> '

/** Lines from a terminal with a prompt, or from a pipe without. Readline knows how wide CJK letters are. */
export function openTerminal(input: NodeJS.ReadStream, output: NodeJS.WriteStream): Terminal {
  const isTerminal = input.isTTY && output.isTTY
  const lines: string[] = []
  let waiting: ((line: string | undefined) => void) | undefined
  let asking: ((line: string | undefined) => void) | undefined
  let isOver = false
  let words: readonly string[] = []
  const reader = createInterface({
    input,
    output: isTerminal ? uncleaned(output) : undefined,
    terminal: isTerminal,
    prompt: PROMPT,
    historySize: 500,
    completer: (line: string) => [words.filter((word) => word.startsWith(line)), line],
  })
  reader.on('line', (line) => {
    const take = asking ?? waiting
    if (!take) return void lines.push(line)
    if (asking) asking = undefined
    else waiting = undefined
    take(line)
  })
  reader.on('close', () => {
    isOver = true
    asking?.(undefined)
    waiting?.(undefined)
  })
  const line = (): Promise<string | undefined> => {
    const first = lines.shift()
    if (first !== undefined || isOver) return Promise.resolve(first)
    return new Promise((resolve) => (waiting = resolve))
  }
  return {
    get width() {
      return Math.min(120, output.columns ?? 100)
    },
    line: (text = '') => void output.write(`${text}\n`),
    write: (text) => void output.write(text),
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
      reader.setPrompt(PROMPT)
      return answer
    },
    async next() {
      let said = ''
      for (;;) {
        if (isTerminal && !isOver && lines.length === 0) reader.prompt()
        const part = await line()
        if (part === undefined) return said === '' ? undefined : said
        if (!part.endsWith('\\')) return said + part
        said += `${part.slice(0, -1)}\n`
      }
    },
    onInterrupt(listener) {
      reader.on('SIGINT', listener)
      process.on('SIGINT', listener)
    },
    complete: (known) => void (words = known),
    close: () => reader.close(),
  }
}
