import type { ComponentChildren } from 'preact'

type Line = { readonly class: string; readonly values: readonly number[] }

export type DrawingProps = {
  readonly name: string
  /** The value at the upper edge; `label` words those at the side. */
  readonly top: number
  readonly label: (value: number) => string
  /** Filled from the bottom, later ones in front. */
  readonly areas: readonly Line[]
  readonly line: readonly number[]
  /** Position of a request to mark. */
  readonly at: number
  readonly onHover: (index: number | undefined) => void
  readonly onPick: (index: number) => void
  readonly children?: ComponentChildren
}

/** A step for each request, in the page's own colours. What is written stands beside: the drawing is stretched to the page. */
export function Drawing({ name, top, label, areas, line, at, onHover, onPick, children }: DrawingProps) {
  const count = line.length
  const indexOf = (event: MouseEvent): number => {
    const { left, width } = (event.currentTarget as Element).getBoundingClientRect()
    return Math.min(count - 1, Math.max(0, Math.floor(((event.clientX - left) / width) * count)))
  }
  const steps = (values: readonly number[]) => values.map((value, index) => `V${top - value}H${index + 1}`).join('')
  return (
    <div
      class="drawing"
      role="img"
      aria-label={name}
      onMouseMove={(event) => onHover(indexOf(event))}
      onMouseLeave={() => onHover(undefined)}
      onClick={(event) => onPick(indexOf(event))}
    >
      <svg viewBox={`0 0 ${count} ${top}`} preserveAspectRatio="none" aria-hidden="true">
        {areas.map((area) => (
          <path class={`area ${area.class}`} d={`M0 ${top}${steps(area.values)}V${top}Z`} />
        ))}
        <path class="stroke" d={`M0 ${top - (line[0] ?? 0)}${steps(line)}`} />
        {at >= 0 && <path class="stroke at" d={`M${at + 0.5} 0V${top}`} />}
      </svg>
      {SIDE.map((share) => (
        <span class="tick" style={{ bottom: `${share * 100}%` }}>
          {label(share * top)}
        </span>
      ))}
      {children}
    </div>
  )
}

const SIDE = [0.25, 0.5, 0.75]
