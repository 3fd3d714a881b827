import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { Button } from './parts.tsx'

/** Rows of a list that are in the page at once. */
export const PAGE = 200

export type RowsProps = {
  readonly label: string
  readonly count: number
  readonly page: number
  readonly turn: (page: number) => void
  readonly row: (index: number) => ComponentChildren
  /** Kept in sight. */
  readonly at: number
}

/** One page of a list; what is open in a row takes the room it needs. */
export function Rows({ label, count, page, turn, row, at }: RowsProps) {
  const list = useRef<HTMLDivElement>(null)
  const from = page * PAGE
  useLayoutEffect(() => list.current?.children[at - from]?.scrollIntoView({ block: 'nearest' }), [at, from])
  return (
    <>
      <div class="list" role="list" aria-label={label} tabIndex={0} ref={list}>
        {Array.from({ length: Math.min(PAGE, count - from) }, (_, nth) => (
          <div role="listitem" aria-setsize={count} aria-posinset={from + nth + 1} key={from + nth}>
            {row(from + nth)}
          </div>
        ))}
      </div>
      {count > PAGE && <Pages page={page} size={PAGE} total={count} turn={turn} of={label} />}
    </>
  )
}

type PagesProps = { page: number; size: number; total: number; turn: (page: number) => void; of: string }

export function Pages({ page, size, total, turn, of }: PagesProps) {
  return (
    <p class="pages">
      <Button isOff={page === 0} act={() => turn(page - 1)}>
        ‹ earlier
      </Button>
      {of} {page * size + 1}–{Math.min(total, (page + 1) * size)} of {total}
      <Button isOff={(page + 1) * size >= total} act={() => turn(page + 1)}>
        later ›
      </Button>
    </p>
  )
}
