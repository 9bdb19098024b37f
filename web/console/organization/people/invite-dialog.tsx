import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { medina, queries } from '../../api.ts'
import { fill } from '../../language.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { faultOf } from '../../parts/fault.tsx'
import { Check } from '../../parts/fields.tsx'
import { Choice, MutationForm, TextField } from '../../parts/form.tsx'
import { say } from '../../parts/toasts.tsx'
import { text } from '../words/index.ts'
import { staffRoles } from './staff.tsx'

const withoutLicence: readonly string[] = ['RECEPTIONIST', 'ADMIN']

/** Sends a person a link to join the organisation. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<string>('DOCTOR')
  const [language, setLanguage] = useState('fr')
  const [isChecked, setChecked] = useState(false)
  const { invite: t, fields, roles, languages } = text().people
  const isProfession = !withoutLicence.includes(role)
  const invite = useMutation({
    mutationFn: async () =>
      medina.invitations.create({
        name,
        email,
        role,
        language: language as 'fr',
        ...(isProfession && { licenceChecked: isChecked }),
      }),
    onSuccess: async () => {
      say(fill(t.done, { name }))
      onClose()
      await queries.invalidateQueries({ queryKey: ['invitations'] })
    },
  })
  return (
    <Dialog title={t.title} onClose={onClose}>
      <p className="soft">{t.text}</p>
      <MutationForm mutation={invite} button={t.button}>
        <TextField
          label={fields.name}
          value={name}
          onChange={setName}
          fault={faultOf(invite.error, 'name')}
          dir="auto"
          autoComplete="off"
        />
        <TextField
          label={fields.email}
          value={email}
          onChange={setEmail}
          fault={faultOf(invite.error, 'email')}
          type="email"
          dir="ltr"
          autoComplete="off"
        />
        <Choice
          label={fields.role}
          value={role}
          onChange={setRole}
          fault={faultOf(invite.error, 'role')}
          options={staffRoles.map((one) => [one, roles[one] ?? one])}
          hint={role === 'ADMIN' ? t.administratorHint : undefined}
        />
        <Choice label={fields.language} value={language} onChange={setLanguage} options={Object.entries(languages)} />
        {isProfession && <Check label={t.checked} isChecked={isChecked} onChange={setChecked} hint={t.checkedHint} />}
      </MutationForm>
    </Dialog>
  )
}
