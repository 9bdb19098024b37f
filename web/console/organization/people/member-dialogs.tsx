import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Member, UserChanges } from '../../../../clients/javascript/src/medina.ts'
import { medina, queries } from '../../api.ts'
import { fill } from '../../language.ts'
import { Changed } from '../../parts/changed.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { faultOf } from '../../parts/fault.tsx'
import { Form, TextField } from '../../parts/form.tsx'
import { say } from '../../parts/toasts.tsx'
import { text } from '../words/index.ts'

type MemberProps = {
  member: Member
  etag: string | undefined
  onReload: () => Promise<unknown>
  onClose: () => void
}

function useUpdate({ member, etag, onReload, onClose }: MemberProps, done: string) {
  const update = useMutation({
    mutationFn: async (changes: UserChanges) => medina.users.update(member.id, changes, { ifMatch: etag }),
    onSuccess: async () => {
      say(done)
      onClose()
      await queries.invalidateQueries({ queryKey: ['users'] })
    },
  })
  const reload = async () => {
    await onReload()
    update.reset()
  }
  return { update, changed: <Changed error={update.error} onReload={reload} /> }
}

export function RenameDialog(props: MemberProps) {
  const { member, onClose } = props
  const [name, setName] = useState(member.name)
  const { person: t, fields } = text().people
  const { update, changed } = useUpdate(props, t.renamed)
  return (
    <Dialog title={t.rename} onClose={onClose}>
      <p className="soft">{member.role === 'PATIENT' ? t.renamePatientText : t.renameText}</p>
      <Form
        onSubmit={() => update.mutate({ name })}
        isBusy={update.isPending}
        error={update.error}
        button={t.save}
        beside={changed}
      >
        <TextField
          label={fields.name}
          value={name}
          onChange={setName}
          fault={faultOf(update.error, 'name')}
          hint={fill(t.currentName, { name: member.name })}
          dir="auto"
          autoComplete="off"
        />
      </Form>
    </Dialog>
  )
}

/** Disables a member and ends their sessions, or enables them again. */
export function DisableDialog(props: MemberProps) {
  const { member, onClose } = props
  const { name, disabled } = member
  const { person: t } = text().people
  const { update, changed } = useUpdate(props, fill(disabled ? t.enabledMessage : t.disabledMessage, { name }))
  return (
    <Dialog title={fill(disabled ? t.enableNamed : t.disableNamed, { name })} onClose={onClose}>
      <Form
        onSubmit={() => update.mutate({ disabled: !disabled })}
        isBusy={update.isPending}
        error={update.error}
        button={disabled ? t.enable : t.disable}
        look={disabled ? 'main' : 'danger'}
        beside={changed}
      >
        <p>{disabled ? t.enableText : t.disableText}</p>
      </Form>
    </Dialog>
  )
}
