import {
  CombinedAutocompleteProvider,
  Container,
  Editor,
  Markdown,
  matchesKey,
  ProcessTerminal,
  Spacer,
  Text,
  truncateToWidth,
  TuiMainScreen,
} from '@earendil-works/pi-tui'
import { clean, rawStream } from '../../show/clean.ts'
import type { Terminal } from './terminal.ts'
import { EDITOR, MARKDOWN, dim, toned } from './style.ts'

const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏']
const FRAME_MS = 100
/** A terminal that was asked what it can do answers within this time, or its answer would land on the shell's line. */
const ANSWERS_MS = 300
const UNFOLD = 'Ctrl-O: tool results'
const ECHOED = 12
const LEAVE = 'Press Ctrl-C again to leave, or keep typing.'

/** Scrolls in the main screen; everything shown is cleaned here, because drawing needs the raw stream. */
export function openScreen(output: NodeJS.WriteStream): Terminal {
  const raw = rawStream(output)
  const restore = [
    written(output, (data) => raw.write(data)),
    // It would land in the drawing.
    written(process.stderr, (data) => {
      line(Buffer.from(data).toString().trimEnd(), 'quiet')
      return true
    }),
  ]
  const terminal = new ProcessTerminal()
  const tui = new TuiMainScreen(terminal)
  const [said, hint] = [new Container(), new Text('', 0, 0)]
  let gauge = ''
  const meter = { render: (width: number) => [truncateToWidth(gauge, width)], invalidate() {} }
  const editor = new Editor(tui, EDITOR)
  const queue: string[] = []
  const folds: { readonly text: Text; readonly head: string; readonly rest: string }[] = []
  let waiting: ((text: string | undefined) => void) | undefined
  let asking: ((text: string | undefined) => void) | undefined
  let reply: { readonly shown: Markdown; text: string } | undefined
  let interrupt = (_key: 'esc' | 'ctrl-c'): boolean => false
  let spinner: NodeJS.Timeout | undefined
  let [isOver, isClosed, isUnfolded, isLeaving] = [false, false, false, false]

  for (const part of [said, hint, editor, meter]) tui.addChild(part)
  tui.setFocus(editor)
  editor.onSubmit = (text) => {
    if (asking) return asking(text)
    if (text === '') return
    editor.addToHistory(text)
    if (!waiting) return void queue.push(text)
    waiting(text)
    waiting = undefined
  }
  tui.addInputListener((data) => {
    if (matchesKey(data, 'ctrl+c')) {
      stopped()
      return { consume: true }
    }
    if (matchesKey(data, 'escape') && interrupt('esc')) return { consume: true }
    if (isLeaving) leaving(false)
    if (matchesKey(data, 'ctrl+d') && editor.getText() === '') {
      end()
      return { consume: true }
    }
    if (matchesKey(data, 'ctrl+o')) {
      isUnfolded = !isUnfolded
      for (const { text, head, rest } of folds) text.setText(isUnfolded ? `${head}\n${rest}` : head)
      tui.requestRender()
      return { consume: true }
    }
    return undefined
  })
  const killed = (): void => stopped()
  process.on('SIGINT', killed)
  tui.start()

  function stopped(): void {
    if (interrupt('ctrl-c')) return
    if (editor.getText() !== '') {
      editor.setText('')
      return tui.requestRender()
    }
    if (isLeaving) return end()
    leaving(true)
  }

  function leaving(is: boolean): void {
    isLeaving = is
    hint.setText(is ? dim(LEAVE) : '')
    tui.requestRender()
  }

  function end(): void {
    isOver = true
    asking?.(undefined)
    waiting?.(undefined)
    waiting = undefined
  }

  function arrived(): void {
    if (!spinner) return
    clearInterval(spinner)
    spinner = undefined
    hint.setText('')
  }

  function add(part: Text | Markdown | Spacer): void {
    arrived()
    reply = undefined
    said.addChild(part)
    tui.requestRender()
  }

  function line(text = '', tone?: Parameters<Terminal['line']>[1]): void {
    if (text === '' && reply) return void (reply = undefined)
    add(text.trim() === '' ? new Spacer(1) : new Text(toned(clean(text), tone), 0, 0))
  }

  function echo(text: string): void {
    const lines = clean(text).split('\n')
    const more = lines.length > ECHOED ? [`… ${lines.length - ECHOED + 1} more lines`] : []
    const shown = [...lines.slice(0, more.length > 0 ? ECHOED - 1 : ECHOED), ...more]
    add(new Spacer(1))
    add(
      new Text(toned(shown.map((each, index) => (index === 0 ? `> ${each}` : `  ${each}`)).join('\n'), 'strong'), 0, 0),
    )
  }

  return {
    get width() {
      return Math.min(120, output.columns ?? 100)
    },
    line,
    write(text) {
      if (!reply) {
        const shown = new Markdown('', 0, 0, MARKDOWN)
        add(shown)
        reply = { shown, text: '' }
      }
      reply.text += clean(text)
      reply.shown.setText(reply.text)
      tui.requestRender()
    },
    unfolding(head, rest) {
      const [shown, whole] = [toned(clean(head), 'quiet'), toned(clean(rest), 'quiet')]
      const text = new Text(isUnfolded ? `${shown}\n${whole}` : shown, 0, 0)
      folds.push({ text, head: shown, rest: whole })
      add(text)
    },
    waiting(what) {
      arrived()
      const began = Date.now()
      const draw = () => {
        const passed = Math.floor((Date.now() - began) / 1_000)
        const frame = FRAMES[Math.floor((Date.now() - began) / FRAME_MS) % FRAMES.length]
        hint.setText(dim(`${frame} ${what}${passed > 2 ? ` ${passed} s` : ''} · Esc stops`))
        tui.requestRender()
      }
      draw()
      spinner = setInterval(draw, FRAME_MS)
    },
    meter({ long }) {
      arrived()
      gauge = dim(clean(folds.length > 0 ? `${long} · ${UNFOLD}` : long))
      tui.requestRender()
    },
    // Only what is typed after the question answers it: what was typed before is put aside, and back afterwards.
    async ask(question, signal) {
      if (isOver) return undefined
      line(question, 'notice')
      const draft = editor.getExpandedText()
      editor.setText('')
      const answer = await new Promise<string | undefined>((resolve) => {
        asking = resolve
        signal.addEventListener('abort', () => resolve(undefined), { once: true })
      })
      asking = undefined
      if (answer !== undefined) line(`> ${answer}`, 'strong')
      editor.setText(draft)
      return answer
    },
    async next() {
      const text =
        queue.shift() ?? (isOver ? undefined : await new Promise<string | undefined>((resolve) => (waiting = resolve)))
      if (text !== undefined) echo(text)
      return text
    },
    onInterrupt: (listener) => void (interrupt = listener),
    complete(commands, folder) {
      const known = commands.map(({ name, about, usage }) => ({ name, description: about, argumentHint: usage }))
      editor.setAutocompleteProvider(new CombinedAutocompleteProvider(known, folder))
    },
    remember: (texts) => texts.forEach((text) => editor.addToHistory(text)),
    draw: () => tui.renderNow(),
    async close() {
      if (isClosed) return
      isClosed = true
      arrived()
      process.off('SIGINT', killed)
      for (const part of [hint, editor, meter]) tui.removeChild(part)
      // Where the cursor is left, and a space written over what stands there.
      said.addChild(new Spacer(1))
      tui.renderNow()
      await terminal.drainInput(ANSWERS_MS)
      tui.stop()
      process.stdin.pause()
      for (const each of restore) each()
    },
  }
}

/** Another `write` for a stream, until the answer is called. */
function written(stream: NodeJS.WriteStream, write: (data: string | Uint8Array) => boolean): () => void {
  const before = Object.getOwnPropertyDescriptor(stream, 'write')
  stream.write = write
  return () => {
    if (before) Object.defineProperty(stream, 'write', before)
    else Reflect.deleteProperty(stream, 'write')
  }
}
