import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'

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

type TableProps = {
  readonly name: string
  /** `#` in front marks a column of numbers, `-` one that a narrow page leaves out. */
  readonly heads: readonly string[]
  readonly children: ComponentChildren
}

/** A table that scrolls by itself where the page is narrow. */
export function Table({ name, heads, children }: TableProps) {
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={name}>
      <table>
        <thead>
          <tr>
            {heads.map((head) => (
              <th class={classOf(head)}>{head.replace(/^[#-]+/, '')}</th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}

function classOf(head: string): string {
  const [marks = ''] = /^[#-]*/.exec(head) ?? []
  return [marks.includes('#') ? 'number' : '', marks.includes('-') ? 'wide' : ''].join(' ').trim()
}

export function Figure({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}

/** The heads of a list whose rows are buttons: each row says itself what it is. */
export function Heads({ of, names }: { readonly of: string; readonly names: readonly string[] }) {
  return (
    <div class={`heads ${of}`} aria-hidden="true">
      {names.map((name) => (
        <span>{name}</span>
      ))}
    </div>
  )
}

type ButtonProps = {
  readonly act: () => void
  readonly children: ComponentChildren
  readonly label?: string
  readonly isOff?: boolean
  readonly isPressed?: boolean
  readonly class?: string
  readonly title?: string | undefined
}

/** A quiet button, as most of the page's are. */
export function Button({ act, children, label, isOff, isPressed, title, class: more = '' }: ButtonProps) {
  return (
    <button
      type="button"
      class={`quiet ${more}`.trim()}
      onClick={act}
      disabled={isOff === true}
      aria-label={label}
      aria-pressed={isPressed}
      title={title}
    >
      {children}
    </button>
  )
}
