import { useState } from 'preact/hooks'
import type { ViewProps } from '../app.tsx'
import type { Changes, RequestView } from '../api.ts'
import { BlockLine, BlockPanel } from '../block.tsx'
import { ChangeList } from '../changes.tsx'
import { money, percent, plural, time, tokens } from '../format.ts'
import { useKeys } from '../keys.ts'
import { useLoad } from '../load.ts'
import { Button, Heads, PAGE, Rows } from '../rows.tsx'

export function RequestPage({ outline, route, go }: ViewProps) {
  const count = outline.requests.total.length
  const index = Math.min(count, Number(route.query['r'] ?? Math.max(0, count - 1)))
  const isAgainst = route.query['with'] === 'before'
  const base = `s/${encodeURIComponent(outline.session)}`
  const key = `${outline.session} ${index} ${route.query['to'] ?? ''}`
  const [turned, turn] = useState<{ readonly key: string; readonly page: number }>()
  const place = turned?.key === key ? `from=${turned.page * PAGE}` : `to=${encodeURIComponent(route.query['to'] ?? '')}`
  const { value: view, problem } = useLoad<RequestView>(
    `${base}/request/${index}?count=${PAGE}&${place}`,
    index >= count ? outline.head : 0,
  )
  const to = (r: number, more: Record<string, string> = isAgainst ? AGAINST : {}) =>
    go(
      { session: outline.session, tab: 'request', query: { r: String(Math.min(count, Math.max(0, r))), ...more } },
      true,
    )
  useKeys({
    '[': () => to(index - 1),
    ']': () => to(index + 1),
    b: () => to(index, isAgainst ? {} : AGAINST),
  })
  if (problem !== undefined) return <p class="problem">{problem}</p>
  if (!view) return <p class="empty">Loading …</p>
  return (
    <>
      <div class="bar-top">
        <Button act={() => to(index - 1)} isOff={index === 0} label="Previous request">
          ‹
        </Button>
        <h2>{index === count ? 'The next request' : `Request ${index + 1} of ${count}`}</h2>
        <Button act={() => to(index + 1)} isOff={index === count} label="Next request">
          ›
        </Button>
        <Told view={view} currency={outline.currency} epoch={outline.requests.epoch[index] ?? 0} />
        <Button class="right" isPressed={isAgainst} act={() => to(index, isAgainst ? {} : AGAINST)}>
          against the request before
        </Button>
      </div>
      {isAgainst ? (
        <Against key={index} {...{ index, base }} head={view.head} />
      ) : (
        <Blocks
          key={key}
          view={view}
          base={base}
          turn={(page) => turn({ key, page })}
          line={route.query['line'] ?? ''}
        />
      )}
    </>
  )
}

const AGAINST = { with: 'before' }

/** What changed since the request before. */
function Against({ index, base, head }: { readonly index: number; readonly base: string; readonly head: number }) {
  const { value, problem } = useLoad<Changes>(index > 0 ? `${base}/request/${index}/changes` : undefined, head)
  if (index === 0) return <p class="empty">There is no request before the first.</p>
  if (problem !== undefined) return <p class="problem">{problem}</p>
  return value ? <ChangeList base={base} changes={value} /> : <p class="empty">Loading …</p>
}

function Told({ view, currency, epoch }: { view: RequestView; currency: 'dollars' | 'tokens'; epoch: number }) {
  return (
    <p class="told">
      {time(view.at)} · {tokens(view.tokens)} tokens, {tokens(view.tools)} of them definitions of tools ·{' '}
      {percent(view.cached / Math.max(1, view.tokens))} cached · {money(view.cost, currency)}
      {view.model !== '' && ` · ${view.model}`}
      {epoch > 0 && ` · with epoch ${epoch}`}
      {view.gone > 0 && ` · ${plural(view.gone, 'item')} of the request before no longer shown`}
    </p>
  )
}

/** `line`: to be shown in the block that is looked for. */
type BlocksProps = {
  readonly view: RequestView
  readonly base: string
  readonly line: string
  readonly turn: (page: number) => void
}

function Blocks({ view, base, line, turn }: BlocksProps) {
  const { blocks, from, total } = view
  const found = view.found ?? -1
  const [at, setAt] = useState(Math.max(from, found))
  const [open, setOpen] = useState<ReadonlySet<string>>(
    () => new Set(found >= 0 ? [blocks[found - from]?.id ?? ''] : []),
  )
  const toggle = (index: number) => {
    const id = blocks[index - from]?.id
    setAt(index)
    if (id === undefined) return
    setOpen((before) => new Set(before.has(id) ? [...before].filter((each) => each !== id) : [...before, id]))
  }
  const move = (by: number) => {
    const next = Math.min(total - 1, Math.max(0, at + by))
    setAt(next)
    if (Math.floor(next / PAGE) !== from / PAGE) turn(Math.floor(next / PAGE))
  }
  useKeys({ j: () => move(1), k: () => move(-1), Enter: () => toggle(at), o: () => toggle(at) })
  return (
    <>
      <Heads of="blocks" names={['block', 'from', 'what', 'begins with', 'tokens', '', 'age', 'shown']} />
      <Rows
        label="Blocks"
        count={total}
        page={from / PAGE}
        turn={(page) => (setAt(page * PAGE), turn(page))}
        at={at}
        row={(index) => {
          const block = blocks[index - from]
          if (!block) return undefined
          const isOpen = open.has(block.id)
          return (
            <>
              <BlockLine {...{ block, isOpen }} isAt={index === at} most={view.most} toggle={() => toggle(index)} />
              {isOpen && (
                <BlockPanel key={block.id} {...{ block, base }} head={view.head} line={index === found ? line : ''} />
              )}
            </>
          )
        }}
      />
    </>
  )
}
