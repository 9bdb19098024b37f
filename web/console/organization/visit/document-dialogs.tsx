import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Appointment, GeneratePdf } from '../../../../clients/javascript/src/medina.ts'
import { medina } from '../../api.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { faultOf } from '../../parts/fault.tsx'
import { Check, TextArea } from '../../parts/fields.tsx'
import { Choice, MutationForm, TextField } from '../../parts/form.tsx'
import { say } from '../../parts/toasts.tsx'
import { numberOf } from '../../parts/typed-number.ts'
import { dayOfStart } from '../agenda/texts.ts'
import { refreshDocuments } from './documents.tsx'
import { text } from './words/index.ts'

type DialogProps = { appointment: Appointment; onClose: () => void }

/** Certifies an examination: a statement, days of rest, or both. */
export function CertifyDialog({ appointment, onClose }: DialogProps) {
  const [statement, setStatement] = useState('')
  const [hasRest, setHasRest] = useState(false)
  const [from, setFrom] = useState(dayOfStart(appointment))
  const [days, setDays] = useState('')
  const [outings, setOutings] = useState(true)
  const t = text().documents
  const rest = hasRest && { rest: { from, days: numberOf(days), outings } }
  const certified = { ...(statement.trim() !== '' && { statement: statement.trim() }), ...rest }
  return (
    <GenerateDialog
      title={t.certify}
      request={(language) => ({
        templateId: 'certificate',
        data: { appointmentId: appointment.id, ...certified, language },
      })}
      onClose={onClose}
    >
      {(error) => (
        <>
          <TextArea
            label={t.statement}
            hint={t.statementHint}
            dir="auto"
            rows={4}
            maxLength={4000}
            value={statement}
            onChange={setStatement}
            fault={faultOf(error, 'data', 'statement')}
          />
          <Check label={t.rest} isChecked={hasRest} onChange={setHasRest} />
          {hasRest && (
            <>
              <div className="visit-fields">
                <TextField
                  label={t.restFrom}
                  type="date"
                  value={from}
                  onChange={setFrom}
                  fault={faultOf(error, 'data', 'rest', 'from')}
                />
                <TextField
                  label={t.restDays}
                  inputMode="numeric"
                  value={days}
                  onChange={setDays}
                  fault={faultOf(error, 'data', 'rest', 'days')}
                />
              </div>
              <Check label={t.outings} isChecked={outings} onChange={setOutings} />
            </>
          )}
        </>
      )}
    </GenerateDialog>
  )
}

/** Attests that the patient came. */
export function AttestDialog({ appointment, onClose }: DialogProps) {
  const [purpose, setPurpose] = useState('')
  const t = text().documents
  const given = purpose.trim() !== '' && { purpose: purpose.trim() }
  return (
    <GenerateDialog
      title={t.attest}
      request={(language) => ({
        templateId: 'attestation',
        data: { appointmentId: appointment.id, ...given, language },
      })}
      onClose={onClose}
    >
      {(error) => (
        <TextField
          label={t.purpose}
          hint={t.purposeHint}
          dir="auto"
          maxLength={200}
          value={purpose}
          onChange={setPurpose}
          fault={faultOf(error, 'data', 'purpose')}
        />
      )}
    </GenerateDialog>
  )
}

type GenerateProps = {
  title: string
  request: (language: string) => GeneratePdf
  onClose: () => void
  children: (error: unknown) => ReactNode
}

/** Generates a document in the chosen language. */
function GenerateDialog({ title, request, onClose, children }: GenerateProps) {
  const [language, setLanguage] = useState('fr-ar')
  const t = text().documents
  const generate = useMutation({
    mutationFn: async () => medina.documents.generate(request(language)),
    onSuccess: async () => {
      say(t.issued)
      onClose()
      await refreshDocuments()
    },
  })
  return (
    <Dialog title={title} onClose={onClose}>
      <MutationForm mutation={generate} button={t.issue}>
        {children(generate.error)}
        <Choice label={t.language} value={language} onChange={setLanguage} options={Object.entries(t.languages)} />
      </MutationForm>
    </Dialog>
  )
}
