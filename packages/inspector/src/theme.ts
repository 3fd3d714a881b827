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
