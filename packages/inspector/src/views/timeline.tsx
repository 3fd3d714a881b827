import { useMemo, useState } from 'preact/hooks'
import type { ViewProps } from '../app.tsx'
import { PARTS, type Outline, type Part } from '../api.ts'
import { Drawing } from '../drawing.tsx'
import { clock, money, percent, plural, time, tokens } from '../format.ts'
import { useKeys } from '../keys.ts'
import { Figure, Heads, PAGE, Rows } from '../rows.tsx'

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
      <Rows
        label="Requests"
        count={count}
        page={Math.floor(at / PAGE)}
        turn={(page) => setAt(page * PAGE)}
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
    </dl>
  )
}

type ChartsProps = {
  outline: Outline
  at: number
  onHover: (index: number | undefined) => void
  onPick: (index: number) => void
}

function Charts({ outline, at, onHover, onPick }: ChartsProps) {
  const { requests, window, epochs, currency } = outline
  const count = requests.total.length
  const { areas, most, spent, dearest } = useMemo(() => sumsOf(requests), [requests])
  const top = window <= most * 2.2 ? window * 1.08 : most * 1.16
  const above = dearest * 1.1
  const given = { at, onHover, onPick }
  return (
    <div class="charts">
      <figure>
        <figcaption>Tokens sent with each request; dotted lines are epochs</figcaption>
        <Drawing
          {...given}
          name={`Tokens of ${count} requests, stacked by kind; the list below has the same figures`}
          top={top}
          label={tokens}
          areas={areas}
          line={requests.cached}
        >
          {window <= top && (
            <span class="window" style={{ bottom: `${(window / top) * 100}%` }}>
              window {tokens(window)}
            </span>
          )}
          {epochs.map(
            ({ request, number, isUndone }) =>
              request >= 0 && (
                <span
                  class={isUndone ? 'epoch undone' : 'epoch'}
                  style={{ left: `${((request + 0.5) / count) * 100}%` }}
                >
                  {number}
                </span>
              ),
          )}
        </Drawing>
      </figure>
      <figure>
        <figcaption>Cost of each request; the line is the sum, {money(spent.at(-1) ?? 0, currency)}</figcaption>
        <Drawing
          {...given}
          name="Cost of each request and in all"
          top={above}
          label={(value) => money(value, currency)}
          areas={[{ class: 'agent', values: requests.cost }]}
          line={spent.map((sum) => (sum / Math.max(1e-9, spent.at(-1) ?? 0)) * dearest)}
        />
      </figure>
    </div>
  )
}

/** For each kind the tokens up to it, the largest first: smaller ones are drawn in front. */
function sumsOf({ parts, total, cost }: Outline['requests']) {
  const sums = total.map(() => 0)
  const areas = PARTS.map((part) => ({
    class: part,
    values: parts[part].map((value, index) => (sums[index] = (sums[index] ?? 0) + value)),
  }))
  let sum = 0
  return {
    areas: areas.toReversed(),
    most: total.reduce((a, b) => Math.max(a, b), 1),
    spent: cost.map((value) => (sum += value)),
    dearest: cost.reduce((a, b) => Math.max(a, b), 1e-9),
  }
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
