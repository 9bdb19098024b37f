import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Contact as ContactData } from '../../../../clients/javascript/src/medina.ts'
import { medina, queries } from '../../api.ts'
import { fill } from '../../language.ts'
import { Button } from '../../parts/button.tsx'
import { Changed } from '../../parts/changed.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Fact, Facts } from '../../parts/facts.tsx'
import { faultOf } from '../../parts/fault.tsx'
import { Choice, Form, MutationForm, TextField } from '../../parts/form.tsx'
import { Section } from '../../parts/page.tsx'
import { State } from '../../parts/state.tsx'
import { Loaded } from '../../parts/table.tsx'
import { Code } from '../../parts/text.tsx'
import { say } from '../../parts/toasts.tsx'
import { useMay } from '../../permissions.ts'
import { text } from '../words/index.ts'

type Kind = 'EMAIL' | 'PHONE'
type Opened = 'edit' | Kind | undefined

/** The contact data of a person: addresses, their confirmation, language and opt-outs. */
export function Contact({ id }: { id: string }) {
  const query = useQuery({
    queryKey: ['contact', id],
    queryFn: async () => {
      const { data, meta } = await medina.users.contact.get(id).withMeta()
      return { contact: data, etag: meta.etag }
    },
  })
  const [opened, setOpened] = useState<Opened>()
  const mayUpdate = useMay('updateContact')
  const mayConfirm = useMay('confirmContact')
  const { contact: t, fields, languages, channels } = text().people
  const close = () => setOpened(undefined)
  const address = (value: string | null, isConfirmed: boolean, kind: Kind) =>
    value && (
      <>
        <Code>{value}</Code> <State tone={isConfirmed ? 'good' : 'wait'}>{isConfirmed ? t.confirmed : t.open}</State>{' '}
        {!isConfirmed && mayConfirm && (
          <Button aria-label={`${t.confirm} ${value}`} onClick={() => setOpened(kind)}>
            {t.confirm}
          </Button>
        )}
      </>
    )
  return (
    <Section
      title={t.title}
      actions={mayUpdate && query.data && <Button onClick={() => setOpened('edit')}>{t.edit}</Button>}
    >
      <Loaded query={query} rows={2}>
        {({ contact, etag }) => (
          <>
            <Facts>
              <Fact name={fields.email}>{address(contact.email, contact.emailConfirmed, 'EMAIL') ?? '–'}</Fact>
              <Fact name={fields.phone}>{address(contact.phone, contact.phoneConfirmed, 'PHONE') ?? '–'}</Fact>
              <Fact name={fields.language}>{languages[contact.language] ?? contact.language}</Fact>
              <Fact name={t.channel}>
                {contact.preferredChannel ? channels[contact.preferredChannel] : t.automatic}
              </Fact>
              <Fact name={t.optOuts}>{contact.optOuts.map((channel) => channels[channel] ?? channel).join(', ')}</Fact>
              <Fact name={t.quiet}>
                {contact.quietHours && `${contact.quietHours.from} – ${contact.quietHours.to}`}
              </Fact>
            </Facts>
            {opened === 'edit' && (
              <EditDialog contact={contact} etag={etag} onReload={() => query.refetch()} onClose={close} />
            )}
            {(opened === 'EMAIL' || opened === 'PHONE') && <ConfirmDialog id={id} kind={opened} onClose={close} />}
          </>
        )}
      </Loaded>
    </Section>
  )
}

type EditProps = {
  contact: ContactData
  etag: string | undefined
  onReload: () => Promise<unknown>
  onClose: () => void
}

function EditDialog({ contact, etag, onReload, onClose }: EditProps) {
  const [given, setGiven] = useState({
    email: contact.email ?? '',
    phone: contact.phone ?? '',
    language: contact.language as string,
    preferredChannel: contact.preferredChannel ?? '',
  })
  const { contact: t, fields, languages, channels } = text().people
  const update = useMutation({
    mutationFn: async () =>
      medina.users.contact.update(
        contact.userId,
        {
          // An unchanged address must not be written again: it could overwrite a concurrent change.
          ...(given.email !== (contact.email ?? '') && { email: given.email || null }),
          ...(given.phone !== (contact.phone ?? '') && { phone: given.phone || null }),
          language: given.language as 'fr',
          preferredChannel: given.preferredChannel || null,
        },
        { ifMatch: etag },
      ),
    onSuccess: async () => {
      say(t.saved)
      onClose()
      await queries.invalidateQueries({ queryKey: ['contact', contact.userId] })
    },
  })
  const field = (name: keyof typeof given) => ({
    label: name === 'preferredChannel' ? t.channel : fields[name],
    value: given[name],
    onChange: (value: string) => setGiven({ ...given, [name]: value }),
    fault: faultOf(update.error, name),
    autoComplete: 'off',
  })
  const reload = async () => {
    await onReload()
    update.reset()
  }
  return (
    <Dialog title={t.edit} onClose={onClose}>
      <MutationForm mutation={update} button={t.save} beside={<Changed error={update.error} onReload={reload} />}>
        <TextField {...field('email')} type="email" dir="ltr" hint={t.emailHint} />
        <TextField {...field('phone')} type="tel" dir="ltr" />
        <Choice {...field('language')} options={Object.entries(languages)} />
        <Choice {...field('preferredChannel')} options={[['', t.automatic], ...Object.entries(channels)]} />
      </MutationForm>
    </Dialog>
  )
}

/** Sends a code to an address, and accepts the code that the person reads out. */
function ConfirmDialog({ id, kind, onClose }: { id: string; kind: Kind; onClose: () => void }) {
  const [code, setCode] = useState('')
  const { contact: t, addresses } = text().people
  const send = useMutation({ mutationFn: async () => medina.users.contact.sendCode(id, { address: kind }) })
  const confirm = useMutation({
    mutationFn: async () => medina.users.contact.confirm(id, { address: kind, code: code.trim() }),
    onSuccess: async () => {
      say(t.confirmedMessage)
      onClose()
      await queries.invalidateQueries({ queryKey: ['contact', id] })
    },
  })
  return (
    <Dialog title={fill(t.confirmTitle, { address: addresses[kind] ?? kind })} onClose={onClose}>
      <p className="soft">{t.confirmText}</p>
      <Form
        onSubmit={() => (send.data ? confirm.mutate() : send.mutate())}
        isBusy={send.isPending || confirm.isPending}
        error={send.error ?? confirm.error}
        button={send.data ? t.confirm : t.send}
        beside={send.data && <Button onClick={() => send.mutate()}>{t.sendAgain}</Button>}
      >
        {send.data && (
          <>
            <p role="status">{t.sent}</p>
            <TextField
              label={t.code}
              value={code}
              onChange={setCode}
              fault={faultOf(confirm.error, 'code')}
              inputMode="numeric"
              autoComplete="one-time-code"
              dir="ltr"
            />
          </>
        )}
      </Form>
    </Dialog>
  )
}
