import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'

export const ROW = 26
const OVERSCAN = 12

export type ListProps = {
  readonly label: string
  readonly count: number
  /** Pixels of a row; default: one line. Rows that are open are higher. */
  readonly height?: (index: number) => number
  readonly row: (index: number) => ComponentChildren
  readonly at?: number
  readonly onShown?: (from: number, to: number) => void
}

export function List({ label, count, height, row, at, onShown }: ListProps) {
  const box = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(0)
  const [room, setRoom] = useState(600)
  const tops = useMemo(() => offsets(count, height), [count, height])
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return undefined
    const watch = new ResizeObserver(() => setRoom(element.clientHeight))
    watch.observe(element)
    return () => watch.disconnect()
  }, [])
  const from = Math.max(0, position(tops, top) - OVERSCAN)
  const to = Math.min(count, position(tops, top + room) + OVERSCAN)
  useLayoutEffect(() => {
    const element = box.current
    if (!element || at === undefined || at < 0 || at >= count) return
    const begin = tops[at] ?? 0
    const end = tops[at + 1] ?? begin + ROW
    if (begin < element.scrollTop) element.scrollTop = begin
    else if (end > element.scrollTop + element.clientHeight)
      element.scrollTop = Math.min(begin, end - element.clientHeight)
  }, [at, count, room])
  useEffect(() => onShown?.(from, to), [from, to, count])
  // Rows that leave are used again for those that come.
  const span = Math.max(64, Math.ceil((to - from) / 64) * 64)
  const rows = []
  for (let index = from; index < to; index++)
    rows.push(
      <div
        key={index % span}
        role="listitem"
        aria-setsize={count}
        aria-posinset={index + 1}
        class="row"
        style={{
          transform: `translateY(${tops[index]}px)`,
          height: `${(tops[index + 1] ?? 0) - (tops[index] ?? 0)}px`,
        }}
      >
        {row(index)}
      </div>,
    )
  return (
    <div
      class="list"
      ref={box}
      tabIndex={0}
      onScroll={(event) => setTop(event.currentTarget.scrollTop)}
      role="group"
      aria-label={label}
    >
      <div role="list" aria-label={label} style={{ height: `${tops[count] ?? 0}px` }}>
        {rows}
      </div>
    </div>
  )
}

function offsets(count: number, height: ((index: number) => number) | undefined): number[] {
  const tops = [0]
  let top = 0
  for (let index = 0; index < count; index++) tops.push((top += height?.(index) ?? ROW))
  return tops
}

function position(tops: readonly number[], y: number): number {
  let low = 0
  let high = tops.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((tops[middle] ?? 0) <= y) low = middle
    else high = middle - 1
  }
  return low
}
