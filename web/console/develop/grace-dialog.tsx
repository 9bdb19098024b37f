import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { queries } from '../api.ts'
import { Dialog } from '../parts/dialog.tsx'
import { faultOf } from '../parts/fault.tsx'
import { Choice, MutationForm } from '../parts/form.tsx'
import { SecretOnce } from '../parts/secret.tsx'
import { graceOptions } from './grace.ts'

type GraceDialogProps = {
  title: string
  text: string
  /** The label of the grace period. */
  label: string
  button: string
  /** The name of the secret, or of the link to it. */
  name: string
  /** Creates the secret. The old one stays valid for some hours. */
  renew: (graceHours: number) => Promise<string | null | undefined>
  queryKey: 'clients' | 'webhooks'
  onClose: () => void
}

/** Replaces a secret after a grace period, and shows the new one once. */
export function GraceDialog({ title, text, label, button, name, renew, queryKey, onClose }: GraceDialogProps) {
  const [grace, setGrace] = useState('24')
  const renewal = useMutation({
    mutationFn: async () => renew(Number(grace)),
    onSuccess: async () => queries.invalidateQueries({ queryKey: [queryKey] }),
  })
  if (renewal.data) return <SecretOnce title={title} name={name} secret={renewal.data} onClose={onClose} />
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{text}</p>
      <MutationForm mutation={renewal} button={button} {...(grace === '0' && { look: 'danger' as const })}>
        <Choice
          label={label}
          value={grace}
          options={graceOptions()}
          onChange={setGrace}
          fault={faultOf(renewal.error, 'graceHours')}
        />
      </MutationForm>
    </Dialog>
  )
}
