import { setTimeout } from 'node:timers'
import type { Millis } from '../../model/json.ts'
import { scannerOf } from './scan.ts'

/** Part of the time that may go into looking: a large folder is looked at less often. */
const SHARE = 0.05

/** Ask the disk again and again. What changes after `onReady` is told, each time it changes. */
export function pollNotes(init: {
  readonly dir: string
  readonly pollMs: Millis
  readonly onReady: () => void
  readonly onChange: (paths: readonly string[]) => void
}): { close(): void } {
  const { dir, pollMs, onReady, onChange } = init
  const scanner = scannerOf(dir)
  let closed = false
  let timer: NodeJS.Timeout | undefined

  const look = async (first: boolean): Promise<void> => {
    const began = performance.now()
    const changed = await scanner.scan()
    if (closed) return
    timer = setTimeout(() => void look(false), Math.max(pollMs, (performance.now() - began) / SHARE)).unref()
    if (first) onReady()
    else if (changed.length > 0) onChange(changed)
  }
  void look(true)
  return {
    close() {
      closed = true
      clearTimeout(timer)
    },
  }
}
