import { useSyncExternalStore } from 'react'

const KEY = 'medina.console'

/** The settings of a user in this browser, with their defaults. */
const defaults = { utc: false, shortcuts: true }
type Name = keyof typeof defaults

const listeners = new Set<() => void>()
const current = { ...defaults, ...stored() }

function stored(): Partial<typeof defaults> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}')
  } catch {
    return {} // the browser denies access to its storage
  }
}

export const setting = (name: Name): boolean => current[name]

export function choose(name: Name, value: boolean): void {
  current[name] = value
  try {
    localStorage.setItem(KEY, JSON.stringify(current))
  } catch {} // the choice lasts for this page
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useSetting = (name: Name): boolean => useSyncExternalStore(subscribe, () => current[name])
