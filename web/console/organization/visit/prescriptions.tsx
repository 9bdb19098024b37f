import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Appointment, Prescription, PrescriptionItem } from '../../../../clients/javascript/src/medina.ts'
import { medina, queries } from '../../api.ts'
import { count, fill } from '../../language.ts'
import { Button } from '../../parts/button.tsx'
import { Confirm } from '../../parts/confirm.tsx'
import { Failed } from '../../parts/failed.tsx'
import { OpenButton } from '../../parts/open-button.tsx'
import { Section } from '../../parts/page.tsx'
import { State } from '../../parts/state.tsx'
import { Loaded } from '../../parts/table.tsx'
import { number, textOfTime } from '../../parts/text.tsx'
import { say } from '../../parts/toasts.tsx'
import { useMay } from '../../permissions.ts'
import { isOff } from '../agenda/statuses.ts'
import { PrescribeDialog } from './prescribe-dialog.tsx'
import { text } from './words/index.ts'

/** More than a consultation has. */
const SHOWN_AT_MOST = 100

export const refreshPrescriptions = () => queries.invalidateQueries({ queryKey: ['prescriptions'] })

/** The prescriptions of an appointment. Its professional writes, signs and cancels them. */
export function Prescriptions({ appointment, isOwn }: { appointment: Appointment; isOwn: boolean }) {
  const query = useQuery({
    queryKey: ['prescriptions', appointment.id],
    queryFn: async () => medina.prescriptions.list({ appointmentId: appointment.id, pageSize: 100 }).all(SHOWN_AT_MOST),
  })
  const [isWriting, setWriting] = useState(false)
  const mayIssue = useMay('issuePrescription') && isOwn && !isOff(appointment.status) && !appointment.proposed
  const t = text().prescriptions
  return (
    <Section
      title={t.title}
      actions={
        mayIssue && (
          <Button look="main" icon="plus" onClick={() => setWriting(true)}>
            {t.write}
          </Button>
        )
      }
    >
      <Loaded query={query} rows={2}>
        {(prescriptions) =>
          prescriptions.length === 0 ? (
            <p className="soft">{t.none}</p>
          ) : (
            prescriptions.map((prescription) => (
              <OnePrescription key={prescription.id} prescription={prescription} isOwn={isOwn} />
            ))
          )
        }
      </Loaded>
      {isWriting && <PrescribeDialog appointment={appointment} onClose={() => setWriting(false)} />}
    </Section>
  )
}

const day = { day: 'numeric', month: 'long', year: 'numeric' } as const

function OnePrescription({ prescription, isOwn }: { prescription: Prescription; isOwn: boolean }) {
  const { id, status, signature, items, medication, validUntil } = prescription
  const [isCancelling, setCancelling] = useState(false)
  const may = {
    sign: useMay('signPrescription') && isOwn,
    cancel: useMay('cancelPrescription'),
    open: useMay('generatePdf'),
  }
  const t = text().prescriptions
  const isValid = status !== 'CANCELLED'
  const sign = useMutation({
    mutationFn: async () => medina.prescriptions.sign(id),
    onSuccess: async () => {
      say(t.signed)
      await refreshPrescriptions()
    },
  })
  const close = () => setCancelling(false)
  return (
    <article className="visit-record">
      <p>
        <State tone={!isValid ? 'bad' : signature ? 'good' : 'wait'}>
          {isValid && !signature ? t.unsigned : (t.states[status] ?? status)}
        </State>{' '}
        {isValid && validUntil && (
          <span className="soft">{fill(t.until, { day: textOfTime(validUntil, false, day) })}</span>
        )}
      </p>
      <ol>
        {[...items.entries()].map(([at, item]) => (
          <li key={at}>
            <bdi>
              <strong>{item.medication}</strong>
            </bdi>
            <p className="visit-text">
              <bdi>{item.dosage}</bdi>
              {item.instructions && (
                <>
                  {' · '}
                  <bdi>{item.instructions}</bdi>
                </>
              )}
            </p>
            <p className="soft">{amountOf(item)}</p>
          </li>
        ))}
      </ol>
      {sign.error && <Failed error={sign.error} />}
      {isValid && (
        <div className="actions">
          {!signature && may.sign && (
            <Button
              look="main"
              aria-label={fill(t.signNamed, { name: medication })}
              isBusy={sign.isPending}
              onClick={() => sign.mutate()}
            >
              {t.sign}
            </Button>
          )}
          {signature && may.open && (
            <OpenButton
              name={fill(t.openNamed, { name: medication })}
              addressOf={async () => {
                const data = { prescriptionId: id }
                return (await medina.documents.generate({ templateId: 'prescription', data })).url
              }}
            >
              {t.open}
            </OpenButton>
          )}
          {may.cancel && (
            <Button aria-label={fill(t.cancelNamed, { name: medication })} onClick={() => setCancelling(true)}>
              {t.cancel}
            </Button>
          )}
        </div>
      )}
      {isCancelling && (
        <Confirm
          title={t.cancel}
          button={t.cancel}
          act={async () => medina.prescriptions.cancel(id)}
          onDone={async () => {
            say(t.cancelled)
            close()
            await refreshPrescriptions()
          }}
          onClose={close}
        >
          <p>{t.cancelText}</p>
        </Confirm>
      )}
    </article>
  )
}

/** "7 days · 21 gélules · 2 refills · Table C". */
function amountOf({ durationDays, quantity, unit, refills, substanceTable }: PrescriptionItem): string {
  const t = text().prescriptions
  return [
    durationDays !== null && count(t.days, durationDays),
    quantity !== null && `${number(quantity)} ${unit ?? ''}`.trim(),
    refills > 0 && count(t.refillCount, refills),
    substanceTable !== null && fill(t.table, { letter: substanceTable }),
  ]
    .filter(Boolean)
    .join(' · ')
}
