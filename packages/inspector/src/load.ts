import { useEffect, useState } from 'preact/hooks'

export async function load<T>(path: string, method: 'GET' | 'POST' = 'GET'): Promise<T> {
  const response = await fetch(`./api/${path}`, { method })
  const body = (await response.json()) as T & { error?: string }
  if (!response.ok) throw new Error(body.error ?? `The server answered ${response.status}.`)
  return body
}

export type Loaded<T> = { readonly value?: T; readonly problem?: string; readonly isLoading: boolean }

/** Loads when the path changes; keeps what was there until the new answer is. An undefined path loads nothing. */
export function useLoad<T>(path: string | undefined, tick: unknown = 0): Loaded<T> {
  const [state, set] = useState<Loaded<T> & { path?: string | undefined }>({ isLoading: path !== undefined })
  useEffect(() => {
    if (path === undefined) return set({ isLoading: false })
    let isOld = false
    set((before) => ({ ...before, isLoading: true }))
    load<T>(path).then(
      (value) => void (isOld || set({ value, path, isLoading: false })),
      (error: unknown) => void (isOld || set({ problem: (error as Error).message, isLoading: false })),
    )
    return () => void (isOld = true)
  }, [path, tick])
  return state
}

export function useLive(session: string | undefined): { readonly head: number; readonly isLive: boolean } {
  const [state, set] = useState({ head: 0, isLive: false })
  useEffect(() => {
    if (session === undefined) return undefined
    const source = new EventSource(`./api/s/${encodeURIComponent(session)}/live`)
    source.addEventListener('open', () => set((before) => ({ ...before, isLive: true })))
    source.addEventListener('error', () => set((before) => ({ ...before, isLive: false })))
    source.addEventListener('head', (event) => set({ head: Number(event.data), isLive: true }))
    return () => source.close()
  }, [session])
  return state
}
