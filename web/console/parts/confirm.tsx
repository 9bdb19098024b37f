import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { words } from '../language.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { MutationForm } from './form.tsx'

type ConfirmProps = {
  title: string
  /** The consequences, and the number of affected records. */
  children: ReactNode
  button: string
  /** `main` for an action that can be undone. */
  look?: 'main' | 'danger'
  act: () => PromiseLike<unknown>
  onDone: () => void
  onClose: () => void
}

/** Explains an action and asks for confirmation. */
export function Confirm({ title, children, button, look = 'danger', act, onDone, onClose }: ConfirmProps) {
  const action = useMutation({ mutationFn: async () => act(), onSuccess: onDone })
  return (
    <Dialog title={title} onClose={onClose}>
      <MutationForm
        mutation={action}
        button={button}
        look={look}
        beside={<Button onClick={onClose}>{words().cancel}</Button>}
      >
        {children}
      </MutationForm>
    </Dialog>
  )
}
