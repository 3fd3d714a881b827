import { useEffect, useState, useRef } from 'preact/hooks'
import type { About, Outline, SessionRow } from './api.ts'
import { minute } from './format.ts'
import { useKeys } from './keys.ts'
import { useLive, useLoad } from './load.ts'
import { TABS, useRoute, type Go, type Route, type Tab } from './route.ts'
import { Conversation } from './views/conversation.tsx'
import { Cost } from './views/cost.tsx'
import { Epochs } from './views/epochs.tsx'
import { RequestPage } from './views/request.tsx'
import { Search } from './views/search.tsx'
import { Sessions } from './views/sessions.tsx'
import { Timeline } from './views/timeline.tsx'

export type ViewProps = { readonly about: About; readonly outline: Outline; readonly route: Route; readonly go: Go }

const NAMES: Record<Tab, string> = {
  sessions: 'Sessions',
  timeline: 'Timeline',
  conversation: 'Conversation',
  request: 'Request',
  epochs: 'Epochs',
  search: 'Search',
  cost: 'Cost',
}
const VIEWS = {
  sessions: Sessions,
  timeline: Timeline,
  conversation: Conversation,
  request: RequestPage,
  epochs: Epochs,
  search: Search,
  cost: Cost,
}

export function App() {
  const { route, go } = useRoute()
  const about = useLoad<About>('about')
  const sessions = useLoad<SessionRow[]>('sessions')
  const session = route.session || sessions.value?.[0]?.id
  const live = useLive(session)
  const outline = useLoad<Outline>(
    session === undefined ? undefined : `s/${encodeURIComponent(session)}/outline`,
    live.head,
  )
  const [isHelp, help] = useState(false)
  useEffect(() => {
    document.title = session === undefined ? 'Daypack inspector' : `${session} · ${NAMES[route.tab]} · Daypack`
    document.querySelector('nav a[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [session, route.tab])
  useKeys({
    '?': () => help((is) => !is),
    Escape: () => (isHelp ? help(false) : (document.activeElement as HTMLElement | null)?.blur()),
    '/': () => {
      // The view focuses its field when it comes; here it may be there already.
      if (route.tab === 'search') document.querySelector<HTMLInputElement>('#search')?.focus()
      else go({ tab: 'search' })
    },
    ...Object.fromEntries(TABS.map((tab, index) => [String(index), () => go({ tab })])),
  })
  const View = VIEWS[route.tab]
  const problem = about.problem ?? outline.problem
  return (
    <>
      <header>
        <h1>
          <span aria-hidden="true" class="logo" /> Daypack
        </h1>
        <label>
          <span class="hidden">Session</span>
          <select value={session} onChange={(event) => go({ session: event.currentTarget.value })}>
            {(sessions.value ?? []).map((row) => (
              <option value={row.id}>
                {row.id}
                {row.last > 0 && ` · ${minute(row.last)}`}
              </option>
            ))}
          </select>
        </label>
        <nav aria-label="Views">
          {TABS.map((tab) => (
            <a
              href={`#/${encodeURIComponent(session ?? '')}/${tab}`}
              aria-current={tab === route.tab ? 'page' : undefined}
            >
              {NAMES[tab]}
            </a>
          ))}
        </nav>
        <span class={live.isLive ? 'live on' : 'live'} role="status">
          {live.isLive ? 'live' : 'not connected'}
        </span>
        <button type="button" class="quiet" onClick={() => help(true)} aria-label="Keys">
          ?
        </button>
      </header>
      <main class={`view ${route.tab}`}>
        {problem !== undefined && <p class="problem">{problem}</p>}
        {sessions.value?.length === 0 && <p class="empty">There are no sessions in {about.value?.dir} yet.</p>}
        {about.value && outline.value && (
          <View
            about={about.value}
            outline={outline.value}
            route={{ ...route, session: outline.value.session }}
            go={go}
          />
        )}
      </main>
      {isHelp && <Help close={() => help(false)} />}
    </>
  )
}

const KEYS = [
  ['0 … 6', 'the views'],
  ['j k', 'next, previous row or epoch'],
  ['[ ]', 'previous, next request'],
  ['Enter', 'open or unfold the row'],
  ['b', 'against the request before'],
  ['/', 'search'],
  ['Esc', 'leave a field, close'],
  ['?', 'these keys'],
] as const

export function Help({ close }: { readonly close: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog ref={dialog} onClose={close} aria-labelledby="keys">
      <h2 id="keys">Keys</h2>
      <dl>
        {KEYS.map(([key, what]) => (
          <div>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <button type="button" onClick={close}>
        Close
      </button>
    </dialog>
  )
}
