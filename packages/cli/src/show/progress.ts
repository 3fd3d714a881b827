import type { MemoryEvent } from 'daypack/memory'

/** Fewer are done before anybody would read about it. */
const WORTH_TELLING = 500

type Stream = { readonly isTTY?: boolean; write(text: string): unknown }

export function indexingProgress(stream: Stream = process.stderr): (event: MemoryEvent) => void {
  const tell = progressLine('Indexing notes', stream)
  return (event) => {
    if (event.type === 'indexing') tell(event.done, event.of)
  }
}

/** Tells how far something is that has at least `least` steps. */
export function progressLine(
  what: string,
  stream: Stream = process.stderr,
  least = WORTH_TELLING,
): (done: number, of: number) => void {
  let told = -1
  return (done, of) => {
    if (of < least) return
    const part = Math.floor((done / of) * (stream.isTTY ? 100 : 10))
    if (done === 1) told = -1
    if (part === told && done < of) return
    told = part
    const line = `${what}: ${done} of ${of}`
    stream.write(stream.isTTY ? `\r${line}${done === of ? '\n' : ''}` : `${line}\n`)
  }
}
