import { useEffect, useState } from 'preact/hooks'

/** Another number whenever colours change: what is drawn must be drawn again. */
export function usePainted(): number {
  const [painted, paint] = useState(0)
  useEffect(() => {
    const again = () => paint((count) => count + 1)
    const media = matchMedia('(prefers-color-scheme: dark)')
    media.addEventListener('change', again)
    return () => media.removeEventListener('change', again)
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
