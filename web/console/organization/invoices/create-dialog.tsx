import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { Person } from '../../../../clients/javascript/src/medina.ts'
import { medina, queries } from '../../api.ts'
import { fill } from '../../language.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { faultOf } from '../../parts/fault.tsx'
import { Form, TextField } from '../../parts/form.tsx'
import { say } from '../../parts/toasts.tsx'
import { PatientField } from '../agenda/patient-field.tsx'
import { text as agendaText } from '../agenda/words/index.ts'
import { text } from '../words/index.ts'
import { centimesOf } from './amounts.ts'

/** Creates an invoice and opens it, because payment is the next step. */
export function CreateDialog({ onClose }: { onClose: () => void }) {
  const [patient, setPatient] = useState<Person>()
  const [amount, setAmount] = useState('')
  const [description, setDescription] = useState('')
  const [isTried, setTried] = useState(false)
  const [, goTo] = useLocation()
  const t = text().invoices
  const amountMAD = centimesOf(amount)
  const create = useMutation({
    mutationFn: async (body: { patientId: string; amountMAD: number }) =>
      medina.invoices.create({ ...body, ...(description.trim() && { description: description.trim() }) }),
    onSuccess: async ({ id, number }) => {
      say(fill(t.createdMessage, { number }))
      onClose()
      goTo(`/invoices/${id}`)
      await queries.invalidateQueries({ queryKey: ['invoices'] })
    },
  })
  const patientFault = isTried && !patient ? agendaText().choosePatient : faultOf(create.error, 'patientId')
  const amountFault = isTried && amountMAD === undefined ? t.amountError : faultOf(create.error, 'amountMAD')
  return (
    <Dialog title={t.create} onClose={onClose}>
      <Form
        onSubmit={() => {
          setTried(true)
          if (patient && amountMAD !== undefined) create.mutate({ patientId: patient.id, amountMAD })
        }}
        isBusy={create.isPending}
        error={create.error}
        button={t.create}
      >
        <PatientField
          value={patient}
          onChange={setPatient}
          {...(patientFault !== undefined && { fault: patientFault })}
        />
        <TextField label={t.amountInput} inputMode="decimal" value={amount} onChange={setAmount} fault={amountFault} />
        <TextField
          label={t.description}
          dir="auto"
          maxLength={500}
          value={description}
          onChange={setDescription}
          fault={faultOf(create.error, 'description')}
        />
      </Form>
    </Dialog>
  )
}
