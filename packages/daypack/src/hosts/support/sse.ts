/** Longer events are passed on but not parsed. */
const MAX_EVENT_CHARS = 16 * 1024 * 1024

export type SseReader = { write(bytes: Uint8Array): void; end(): void; readonly overflowed: boolean }

/** Reads the data of server-sent events from bytes in any split; must not throw. */
export function sseReader(onData: (data: string) => void): SseReader {
  const decoder = new TextDecoder()
  let held: string[] = []
  let heldChars = 0
  let data: string[] = []
  let dataChars = 0
  let overflowed = false

  const line = (text: string) => {
    if (text === '') {
      if (data.length > 0) onData(data.join('\n'))
      data = []
      dataChars = 0
    } else if (text.startsWith('data:')) {
      data.push(text.slice(text[5] === ' ' ? 6 : 5))
      dataChars += text.length
    }
  }
  const feed = (text: string) => {
    heldChars += text.length
    if (heldChars + dataChars > MAX_EVENT_CHARS) {
      overflowed = true
      held = []
      data = []
    }
    if (overflowed) return
    // Scan only when this piece may end a line, so that a long line in small pieces stays linear.
    const isInside = !/[\r\n]/.test(text) && !held.at(-1)?.endsWith('\r')
    if (text !== '') held.push(text)
    if (isInside) return
    const all = held.join('')
    let from = 0
    for (;;) {
      const end = lineEnd(all, from)
      if (!end) break
      line(all.slice(from, end.at))
      from = end.next
    }
    held = from < all.length ? [all.slice(from)] : []
    heldChars = all.length - from
  }

  return {
    write: (bytes) => feed(decoder.decode(bytes, { stream: true })),
    end() {
      feed(decoder.decode())
      const rest = held.join('')
      if (rest !== '') line(rest.replace(/\r$/, ''))
      held = []
      line('')
    },
    get overflowed() {
      return overflowed
    },
  }
}

const LINE_END = /\r\n?|\n/g

/** Lines end in \n, \r\n or \r; a \r at the very end may still be half of \r\n. */
function lineEnd(text: string, from: number): { at: number; next: number } | undefined {
  LINE_END.lastIndex = from
  const found = LINE_END.exec(text)
  if (!found || (found[0] === '\r' && LINE_END.lastIndex === text.length)) return undefined
  return { at: found.index, next: LINE_END.lastIndex }
}
