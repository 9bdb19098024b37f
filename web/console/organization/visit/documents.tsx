import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Appointment, Document } from '../../../../clients/javascript/src/medina.ts'
import { medina, queries } from '../../api.ts'
import { fill } from '../../language.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { faultOf } from '../../parts/fault.tsx'
import { MutationForm, TextField } from '../../parts/form.tsx'
import { OpenButton } from '../../parts/open-button.tsx'
import { Section } from '../../parts/page.tsx'
import { State } from '../../parts/state.tsx'
import { type Column, Loaded, Table } from '../../parts/table.tsx'
import { Code, Time } from '../../parts/text.tsx'
import { say } from '../../parts/toasts.tsx'
import { useMay } from '../../permissions.ts'
import { isOff } from '../agenda/statuses.ts'
import { AttestDialog, CertifyDialog } from './document-dialogs.tsx'
import { text } from './words/index.ts'

const SHOWN_AT_MOST = 100

export const refreshDocuments = () => queries.invalidateQueries({ queryKey: ['documents'] })

/** The certificates and attestations about an appointment. */
export function Documents({ appointment, isOwn }: { appointment: Appointment; isOwn: boolean }) {
  const query = useQuery({
    queryKey: ['documents', appointment.id],
    queryFn: async () => {
      const found = await medina.documents.list({ appointmentId: appointment.id, pageSize: 100 }).all(SHOWN_AT_MOST)
      // An invoice names its appointment too.
      return found.filter(({ templateId }) => templateId === 'certificate' || templateId === 'attestation')
    },
  })
  const [opened, setOpened] = useState<'certify' | 'attest' | Document>()
  const mayGenerate = useMay('generatePdf') && isOwn && !isOff(appointment.status) && !appointment.proposed
  const mayCancel = useMay('cancelDocument')
  const t = text().documents
  const hasBegun = Date.parse(appointment.startTime) <= Date.now() || isUnderWay(appointment.status)
  const close = () => setOpened(undefined)
  const columns: Column<Document>[] = [
    { title: t.kind, cell: ({ templateId }) => t.kinds[templateId] ?? templateId },
    { title: t.created, cell: ({ createdAt }) => <Time at={createdAt} /> },
    {
      title: t.state,
      cell: ({ status, serial }) => (
        <>
          <State tone={status === 'VALID' ? 'good' : 'bad'}>{t.states[status] ?? status}</State> <Code>{serial}</Code>
        </>
      ),
    },
    {
      title: t.actions,
      cell: (document) => {
        const named = { kind: t.kinds[document.templateId] ?? document.templateId, serial: document.serial }
        return (
          <div className="actions">
            <OpenButton
              name={fill(t.openNamed, named)}
              addressOf={async () => (await medina.documents.get(document.id)).url}
            >
              {t.open}
            </OpenButton>
            {mayCancel && document.status === 'VALID' && (
              <Button aria-label={fill(t.cancelNamed, named)} onClick={() => setOpened(document)}>
                {t.cancel}
              </Button>
            )}
          </div>
        )
      },
    },
  ]
  return (
    <Section
      title={t.title}
      actions={
        mayGenerate &&
        hasBegun && (
          <>
            <Button onClick={() => setOpened('certify')}>{t.certify}</Button>
            {appointment.status === 'COMPLETED' && <Button onClick={() => setOpened('attest')}>{t.attest}</Button>}
          </>
        )
      }
    >
      <Loaded query={query} rows={2}>
        {(documents) =>
          documents.length === 0 ? (
            <p className="soft">{mayGenerate && !hasBegun ? t.notYet : t.none}</p>
          ) : (
            <Table label={t.title} columns={columns} rows={documents} keyOf={({ id }) => id} />
          )
        }
      </Loaded>
      {opened === 'certify' && <CertifyDialog appointment={appointment} onClose={close} />}
      {opened === 'attest' && <AttestDialog appointment={appointment} onClose={close} />}
      {typeof opened === 'object' && <CancelDialog id={opened.id} onClose={close} />}
    </Section>
  )
}

const isUnderWay = (status: string): boolean => status === 'IN_PROGRESS' || status === 'COMPLETED'

function CancelDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const [reason, setReason] = useState('')
  const t = text().documents
  const cancel = useMutation({
    mutationFn: async () => medina.documents.cancel(id, reason.trim() ? { reason: reason.trim() } : {}),
    onSuccess: async () => {
      say(t.cancelled)
      onClose()
      await refreshDocuments()
    },
  })
  return (
    <Dialog title={t.cancelTitle} onClose={onClose}>
      <MutationForm mutation={cancel} button={t.cancelTitle} look="danger">
        <p>{t.cancelText}</p>
        <TextField
          label={t.reason}
          hint={t.reasonHint}
          dir="auto"
          maxLength={500}
          value={reason}
          onChange={setReason}
          fault={faultOf(cancel.error, 'reason')}
        />
      </MutationForm>
    </Dialog>
  )
}
