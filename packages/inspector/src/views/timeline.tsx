import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { ViewProps } from '../app.tsx'
import { PARTS, type Outline, type Part } from '../api.ts'
import { costChart, tokenChart } from '../chart.ts'
import { clock, money, percent, plural, time, tokens } from '../format.ts'
import { useKeys } from '../keys.ts'
import { List } from '../list.tsx'
import { Figure, Heads } from '../parts.tsx'
import { usePainted, useWidth } from '../draw.ts'

export function Timeline({ outline, go, route }: ViewProps) {
  const { requests, session } = outline
  const count = requests.total.length
  const asked = Number(route.query['r'] ?? Number.NaN)
  const [at, setAt] = useState(Number.isNaN(asked) ? count - 1 : asked)
  const [hover, setHover] = useState<number>()
  const open = (index: number) => go({ session, tab: 'request', query: { r: String(index) } })
  const move = (by: number) => setAt((now) => Math.min(count - 1, Math.max(0, now + by)))
  const most = useMemo(() => requests.total.reduce((a, b) => Math.max(a, b), outline.last.tokens || 1), [outline])
  useKeys({ j: () => move(1), k: () => move(-1), Enter: () => open(at) })
  if (count === 0) return <p class="empty">No request yet: {plural(outline.messages, 'message')} in the log.</p>
  return (
    <>
      <Figures outline={outline} />
      <Charts outline={outline} at={at} onHover={setHover} onPick={open} />
      <Legend outline={outline} index={hover ?? at} />
      <Heads of="requests" names={['request', 'time', 'tokens', '', 'cached', 'cost', 'epoch', 'model']} />
      <List
        label="Requests"
        count={count}
        at={at}
        row={(index) => <Row outline={outline} index={index} isAt={index === at} most={most} open={open} />}
      />
    </>
  )
}

function Figures({ outline }: { readonly outline: Outline }) {
  const { requests, currency } = outline
  const sum = (values: readonly number[]) => values.reduce((all, each) => all + each, 0)
  const cached = sum(requests.cached) / Math.max(1, sum(requests.total))
  const all = requests.unmanaged.at(-1) ?? 0
  return (
    <dl class="figures">
      <Figure name="messages" value={String(outline.messages)} />
      <Figure name="requests" value={String(requests.total.length)} />
      <Figure name="in the last request" value={`${tokens(requests.total.at(-1) ?? 0)} of ${tokens(all)}`} />
      <Figure name="epochs" value={String(outline.epochs.length)} />
      <Figure name="from the cache" value={percent(cached)} />
      <Figure name={outline.estimated ? 'cost, estimated' : 'cost'} value={money(sum(requests.cost), currency)} />
      <EarlierCost {...outline} />
    </dl>
  )
}

/** The session's id was used before, for another list of messages. */
export function EarlierCost({ earlier, currency }: Pick<Outline, 'earlier' | 'currency'>) {
  if (!earlier) return undefined
  return (
    <Figure
      name={`an earlier conversation, ${plural(earlier.requests, 'request')}`}
      value={money(earlier.cost, currency)}
    />
  )
}

type ChartsProps = {
  outline: Outline
  at: number
  onHover: (index: number | undefined) => void
  onPick: (index: number) => void
}

function Charts({ outline, at, onHover, onPick }: ChartsProps) {
  const main = useRef<HTMLDivElement>(null)
  const beside = useRef<HTMLDivElement>(null)
  const width = useWidth(main)
  const painted = usePainted()
  useEffect(() => {
    if (!main.current || !beside.current || width === 0) return undefined
    const options = { width, at, onHover, onPick }
    const charts = [
      tokenChart(main.current, outline, { ...options, height: width < 600 ? 190 : 250 }),
      costChart(beside.current, outline, {
        ...options,
        width: beside.current.clientWidth,
        height: width < 600 ? 110 : 250,
      }),
    ]
    return () => charts.forEach((chart) => chart.destroy())
  }, [outline, width, painted, at])
  const count = outline.requests.total.length
  return (
    <div class="charts">
      <figure>
        <figcaption>Tokens sent with each request; dotted lines are epochs</figcaption>
        <div
          ref={main}
          role="img"
          aria-label={`Tokens of ${count} requests, stacked by kind; the list below has the same figures`}
        />
      </figure>
      <figure>
        <figcaption>Cost of each request (left), in all (right)</figcaption>
        <div ref={beside} role="img" aria-label="Cost of each request and in all" />
      </figure>
    </div>
  )
}

const PART_NAMES: Readonly<Record<Part, string>> = {
  system: 'system',
  tools: 'tool definitions',
  user: 'user',
  agent: 'agent',
  results: 'tool results',
  folds: 'hand-over',
}

function Legend({ outline, index }: { readonly outline: Outline; readonly index: number }) {
  const { requests, currency } = outline
  return (
    <p class="legend">
      <b>request {index + 1}</b>
      {PARTS.map((part) => (
        <span>
          <i class={`part ${part}`} /> {PART_NAMES[part]} {tokens(requests.parts[part][index] ?? 0)}
        </span>
      ))}
      <span>
        <i class="part cached" /> cached {tokens(requests.cached[index] ?? 0)}
      </span>
      <span>{money(requests.cost[index] ?? 0, currency)}</span>
    </p>
  )
}

type RowProps = { outline: Outline; index: number; isAt: boolean; most: number; open: (index: number) => void }

function Row({ outline, index, isAt, most, open }: RowProps) {
  const { requests, currency } = outline
  const total = requests.total[index] ?? 0
  const epoch = requests.epoch[index] ?? 0
  return (
    <button
      type="button"
      class={isAt ? 'line requests at' : 'line requests'}
      onClick={() => open(index)}
      aria-label={`Request ${index + 1}, ${total} tokens`}
    >
      <span>{index + 1}</span>
      <span title={time(requests.at[index] ?? 0)}>{clock(requests.at[index] ?? 0)}</span>
      <span class="number">{tokens(total)}</span>
      <span class="bar">
        {PARTS.map((part) => (
          <i class={`part ${part}`} style={{ width: `${((requests.parts[part][index] ?? 0) / most) * 100}%` }} />
        ))}
      </span>
      <span class="number">{percent((requests.cached[index] ?? 0) / Math.max(1, total))}</span>
      <span class="number">{money(requests.cost[index] ?? 0, currency)}</span>
      <span>{epoch > 0 ? `epoch ${epoch}` : ''}</span>
      <span class="dim">{requests.model[index]}</span>
    </button>
  )
}
