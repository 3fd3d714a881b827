/** Events longer than this are not looked into: the bytes go on, the copy gives up. */
const MAX_EVENT_CHARS = 16 * 1024 * 1024

export type SseReader = { write(bytes: Uint8Array): void; end(): void; readonly overflowed: boolean }

/** Reads the data of server-sent events from bytes in any split; must not throw. */
export function sseReader(onData: (data: string) => void): SseReader {
  const decoder = new TextDecoder()
  let rest = ''
  let data: string[] = []
  let overflowed = false

  const line = (text: string) => {
    if (text === '') {
      if (data.length > 0) onData(data.join('\n'))
      data = []
    } else if (text.startsWith('data:')) {
      data.push(text.slice(text[5] === ' ' ? 6 : 5))
    }
  }
  const feed = (text: string) => {
    rest += text
    if (rest.length > MAX_EVENT_CHARS) {
      overflowed = true
      rest = ''
    }
    if (overflowed) return
    let from = 0
    for (;;) {
      const end = lineEnd(rest, from)
      if (!end) break
      line(rest.slice(from, end.at))
      from = end.next
    }
    rest = rest.slice(from)
  }

  return {
    write: (bytes) => feed(decoder.decode(bytes, { stream: true })),
    end() {
      feed(decoder.decode())
      if (rest !== '') line(rest.replace(/\r$/, ''))
      rest = ''
      line('')
    },
    get overflowed() {
      return overflowed
    },
  }
}

/** Lines end in \n, \r\n or \r; a \r at the very end may still be half of \r\n. */
function lineEnd(text: string, from: number): { at: number; next: number } | undefined {
  for (let index = from; index < text.length; index++) {
    if (text[index] === '\n') return { at: index, next: index + 1 }
    if (text[index] !== '\r') continue
    if (index + 1 === text.length) return undefined
    return { at: index, next: text[index + 1] === '\n' ? index + 2 : index + 1 }
  }
  return undefined
}
