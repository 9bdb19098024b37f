import { useEffect, useState } from 'react'

/** Searches wait for a pause in typing, because each read of a list is audited. */
const PAUSE_MS = 300

/** The value after a pause in its changes. */
export function usePaused(typed: string): string {
  const [paused, setPaused] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(typed), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return paused
}
