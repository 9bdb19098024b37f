import { onlineManager } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { fill, words } from '../language.ts'
import { waits } from '../waits.ts'

/** The reason for a delay: no connection, or a wait before a retry. */
export function Notices() {
  const isOnline = useSyncExternalStore(
    (listener) => onlineManager.subscribe(listener),
    () => onlineManager.isOnline(),
  )
  const wait = useSyncExternalStore(waits.subscribe, waits.current)
  const sec = useCountdown(wait?.until)
  const text = words().notices
  const why = wait && (wait.status === 429 ? text.limited : wait.status === undefined ? text.slow : text.unavailable)
  return (
    <div role="status" className="notices">
      {!isOnline && <p className="notice">{text.offline}</p>}
      {isOnline && why && <p className="notice">{fill(why, { sec })}</p>}
    </div>
  )
}

function useCountdown(until: number | undefined): number {
  const left = () => (until === undefined ? 0 : Math.max(0, Math.ceil((until - Date.now()) / 1000)))
  const [sec, setSec] = useState(left)
  // biome-ignore lint/correctness/useExhaustiveDependencies: left changes with the time
  useEffect(() => {
    setSec(left)
    if (until === undefined) return
    const timer = setInterval(() => setSec(left), 1000)
    return () => clearInterval(timer)
  }, [until])
  return sec
}
