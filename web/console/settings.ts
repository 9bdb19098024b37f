import { useSyncExternalStore } from 'react'

const KEY = 'medina.console.utc'
const listeners = new Set<() => void>()
let utc = read()

function read(): boolean {
  try {
    return localStorage.getItem(KEY) === 'yes'
  } catch {
    return false // storage that is not allowed is no reason to show nothing
  }
}

/** Shows times in UTC, or in Morocco. */
export function setUtc(value: boolean): void {
  utc = value
  try {
    localStorage.setItem(KEY, value ? 'yes' : 'no')
  } catch {}
  for (const listener of listeners) listener()
}

export const useUtc = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => utc,
  )
