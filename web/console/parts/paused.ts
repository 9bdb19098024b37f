import { useEffect, useState } from 'react'

/** Lists are read, and the reading is recorded, only when the typing pauses. */
const PAUSE_MS = 300

/** A value that follows what is typed once it pauses. */
export function usePaused(typed: string): string {
  const [paused, setPaused] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(typed), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return paused
}
