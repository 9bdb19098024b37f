import { useSyncExternalStore } from 'react'
import { words } from '../language.ts'
import { Button } from './button.tsx'

type Toast = { id: number; text: string; undo?: (() => void) | undefined }

export const SHOWN_MS = 7000
let toasts: readonly Toast[] = []
let last = 0
const listeners = new Set<() => void>()

function set(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}
const remove = (id: number) => set(toasts.filter((toast) => toast.id !== id))

/** Shows a message for a few seconds, optionally with an undo button. @returns a function that removes it */
export function say(text: string, undo?: () => void): () => void {
  const id = ++last
  set([...toasts, { id, text, undo }])
  setTimeout(() => remove(id), SHOWN_MS)
  return () => remove(id)
}

export function Toasts() {
  const shown = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => toasts,
  )
  return (
    <div className="toasts" role="status">
      {shown.map(({ id, text, undo }) => (
        <p key={id} className="toast">
          {text}
          {undo && (
            <Button
              look="quiet"
              onClick={() => {
                remove(id)
                undo()
              }}
            >
              {words().undo}
            </Button>
          )}
        </p>
      ))}
    </div>
  )
}
