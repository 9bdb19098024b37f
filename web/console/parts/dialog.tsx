import { type ReactNode, useEffect, useId, useRef } from 'react'
import { words } from '../language.ts'
import { Button } from './button.tsx'

type DialogProps = {
  title: string
  onClose: () => void
  /** Whether Escape and the close button close it. True by default. */
  canClose?: boolean
  children: ReactNode
}

/** A modal dialog. Its buttons are part of the content. */
export function Dialog({ title, onClose, canClose = true, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const element = dialog.current!
    const opener = document.activeElement
    if (!element.open) element.showModal()
    return () => {
      if (opener instanceof HTMLElement) opener.focus()
    }
  }, [])
  const isPlaced = useRef(false)
  // Focus the first field instead of the close button, which comes first. Fields may appear later, with a response of the server.
  useEffect(() => {
    if (isPlaced.current) return
    const field = dialog.current!.querySelector<HTMLElement>('input, select, textarea')
    field?.focus()
    isPlaced.current = field !== null
  })
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        if (canClose) onClose()
      }}
    >
      <div className="dialog-head">
        <h2 id={id}>{title}</h2>
        {canClose && <Button look="quiet" icon="close" aria-label={words().close} onClick={onClose} />}
      </div>
      {children}
    </dialog>
  )
}
