import type { ComponentChildren } from 'preact'

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
