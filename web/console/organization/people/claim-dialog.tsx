import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { medina } from '../../api.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { faultOf } from '../../parts/fault.tsx'
import { Choice, MutationForm } from '../../parts/form.tsx'
import { say } from '../../parts/toasts.tsx'
import { text } from '../words/index.ts'

/** Sends a patient the code to claim their account. */
export function ClaimDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const [address, setAddress] = useState('PHONE')
  const { claim: t, addresses } = text().people
  const send = useMutation({
    mutationFn: async () => medina.patients.sendClaimCode(id, { address }),
    onSuccess: () => {
      say(t.sent)
      onClose()
    },
  })
  return (
    <Dialog title={t.title} onClose={onClose}>
      <p className="soft">{t.text}</p>
      <MutationForm mutation={send} button={t.button}>
        <Choice
          label={t.address}
          value={address}
          onChange={setAddress}
          fault={faultOf(send.error, 'address')}
          options={Object.entries(addresses)}
        />
      </MutationForm>
    </Dialog>
  )
}
