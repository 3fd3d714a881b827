import { useEffect, useState } from 'preact/hooks'

export type Theme = 'auto' | 'light' | 'dark'
const NEXT: Record<Theme, Theme> = { auto: 'dark', dark: 'light', light: 'auto' }

/** Light or dark as the system says, or as chosen; the choice lasts as long as the tab. */
export function useTheme(): readonly [Theme, () => void] {
  const [theme, set] = useState<Theme>(() => (sessionStorage.getItem('theme') as Theme | null) ?? 'auto')
  useEffect(() => {
    document.documentElement.dataset['theme'] = theme
    sessionStorage.setItem('theme', theme)
    dispatchEvent(new Event('theme'))
  }, [theme])
  return [theme, () => set((now) => NEXT[now])]
}

/** Another number whenever colours change: what is drawn must be drawn again. */
export function usePainted(): number {
  const [painted, paint] = useState(0)
  useEffect(() => {
    const again = () => paint((count) => count + 1)
    const media = matchMedia('(prefers-color-scheme: dark)')
    media.addEventListener('change', again)
    addEventListener('theme', again)
    return () => {
      media.removeEventListener('change', again)
      removeEventListener('theme', again)
    }
  }, [])
  return painted
}

export function useWidth(box: { readonly current: Element | null }): number {
  const [width, set] = useState(0)
  useEffect(() => {
    const watch = new ResizeObserver(([entry]) => set(Math.round(entry?.contentRect.width ?? 0)))
    if (box.current) watch.observe(box.current)
    return () => watch.disconnect()
  }, [])
  return width
}
