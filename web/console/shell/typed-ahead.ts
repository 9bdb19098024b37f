import { type RefObject, useEffect, useRef } from 'react'

/**
 * Keeps what is typed while a dialog is loaded, which takes a second on a slow machine.
 * @param isOpening whether the dialog was opened; once it is shown, its field gets the keys
 */
export function useTypedAhead(isOpening: boolean): RefObject<string> {
  const typed = useRef('')
  useEffect(() => {
    if (!isOpening) return
    typed.current = ''
    const onKey = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey } = event
      if (ctrlKey || metaKey || altKey || document.querySelector('dialog[open]')) return
      if (key === 'Backspace') typed.current = typed.current.slice(0, -1)
      else if (key.length === 1) typed.current += key
      else return
      event.preventDefault()
      event.stopPropagation() // not a shortcut
    }
    document.addEventListener('keydown', onKey, { capture: true })
    return () => document.removeEventListener('keydown', onKey, { capture: true })
  }, [isOpening])
  return typed
}
