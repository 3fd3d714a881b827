import { useEffect, useRef } from 'preact/hooks'

/** Keys for the whole page, while nobody types into a field. */
export function useKeys(keys: Readonly<Record<string, (event: KeyboardEvent) => void>>): void {
  // Always the keys of the newest drawing: two quick presses must not see the same state.
  const latest = useRef(keys)
  latest.current = keys
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return
      const target = event.target as HTMLElement
      const isTyping = target.matches('input, textarea, select')
      if (isTyping && event.key !== 'Escape') return
      const act = latest.current[event.key]
      if (!act) return
      if (event.key === 'Enter' && target.matches('button, a, summary')) return
      event.preventDefault()
      act(event)
    }
    addEventListener('keydown', pressed)
    return () => removeEventListener('keydown', pressed)
  }, [])
}
