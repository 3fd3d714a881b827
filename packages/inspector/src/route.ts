import { useEffect, useState } from 'preact/hooks'

/** In the order of their keys, from 0. */
export const TABS = ['sessions', 'timeline', 'conversation', 'request', 'epochs', 'search', 'cost'] as const
export type Tab = (typeof TABS)[number]
export type Route = { readonly session: string; readonly tab: Tab; readonly query: Readonly<Record<string, string>> }

/** `#/session/tab?r=12`: every state of the page has an address. */
export function readRoute(hash: string): Route {
  const [path = '', search = ''] = hash.replace(/^#\/?/, '').split('?')
  const [session = '', tab = ''] = path.split('/').map(decodeURIComponent)
  return {
    session,
    tab: TABS.find((known) => known === tab) ?? 'timeline',
    query: Object.fromEntries(new URLSearchParams(search)),
  }
}

export function address({ session, tab, query }: Route): string {
  const search = new URLSearchParams(query).toString()
  return `#/${encodeURIComponent(session)}/${tab}${search === '' ? '' : `?${search}`}`
}

export type Go = (change: { session?: string; tab?: Tab; query?: Record<string, string> }, replace?: boolean) => void

export function useRoute(): { readonly route: Route; readonly go: Go } {
  const [route, set] = useState(() => readRoute(location.hash))
  useEffect(() => {
    const changed = () => set(readRoute(location.hash))
    addEventListener('hashchange', changed)
    return () => removeEventListener('hashchange', changed)
  }, [])
  const go: Go = (change, replace = false) => {
    const now = readRoute(location.hash)
    const next = address({ ...now, query: {}, ...change })
    if (replace) {
      history.replaceState(null, '', next)
      set(readRoute(next))
    } else location.hash = next
  }
  return { route, go }
}
