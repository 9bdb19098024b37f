import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Appointment, IssuePrescription } from '../../../../clients/javascript/src/medina.ts'
import { medina } from '../../api.ts'
import { fill } from '../../language.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { faultOf } from '../../parts/fault.tsx'
import { Check } from '../../parts/fields.tsx'
import { Choice, MutationForm, TextField } from '../../parts/form.tsx'
import { addDays, instantOf, isDay } from '../../parts/morocco.ts'
import { say } from '../../parts/toasts.tsx'
import { itemOf, type Line, newLine, weightOf } from './lines.ts'
import { refreshPrescriptions } from './prescriptions.tsx'
import { text } from './words/index.ts'

/** Writes a prescription, and signs it: the first signature creates the signing key of the professional. */
export function PrescribeDialog({ appointment, onClose }: { appointment: Appointment; onClose: () => void }) {
  const [lines, setLines] = useState<readonly Line[]>([newLine(0)])
  const lastKey = useRef(0)
  const [weight, setWeight] = useState('')
  const [lastDay, setLastDay] = useState('')
  const t = text().prescriptions
  const issue = useMutation({
    mutationFn: async () => {
      const body: IssuePrescription = {
        patientId: appointment.patientId,
        appointmentId: appointment.id,
        items: lines.map(itemOf),
        ...(weight.trim() !== '' && { patientWeightKg: weightOf(weight) }),
        ...(lastDay !== '' && { validUntil: endOf(lastDay) }),
      }
      const issued = await medina.prescriptions.issue(body)
      if (issued.signature) return true
      // It is issued now, so a failed signature must not keep the form open.
      return medina.prescriptions.sign(issued.id).then(
        () => true,
        (error) => {
          console.error(error)
          return false
        },
      )
    },
    onSuccess: async (isSigned) => {
      say(isSigned ? t.signed : t.notSigned)
      onClose()
      await refreshPrescriptions()
    },
  })
  const add = () => {
    lastKey.current += 1
    setLines([...lines, newLine(lastKey.current)])
  }
  return (
    <Dialog title={t.write} onClose={onClose}>
      <p className="soft">{t.lead}</p>
      <MutationForm mutation={issue} button={t.signAndIssue}>
        {lines.map((line, at) => (
          <LineFields
            key={line.key}
            line={line}
            at={at}
            error={issue.error}
            onChange={(changes) => setLines(lines.map((one) => (one.key === line.key ? { ...one, ...changes } : one)))}
            onRemove={lines.length > 1 ? () => setLines(lines.filter(({ key }) => key !== line.key)) : undefined}
          />
        ))}
        <p>
          <Button icon="plus" onClick={add}>
            {t.add}
          </Button>
        </p>
        <div className="visit-fields">
          <TextField
            label={t.weight}
            hint={t.weightHint}
            inputMode="decimal"
            value={weight}
            onChange={setWeight}
            fault={faultOf(issue.error, 'patientWeightKg')}
          />
          <TextField
            label={t.validUntil}
            hint={t.validUntilHint}
            type="date"
            value={lastDay}
            onChange={setLastDay}
            fault={faultOf(issue.error, 'validUntil')}
          />
        </div>
      </MutationForm>
    </Dialog>
  )
}

/** The end of a day in Morocco. */
const endOf = (day: string): string => (isDay(day) ? new Date(instantOf(addDays(day, 1), 0)).toISOString() : day)

type LineFieldsProps = {
  line: Line
  /** The index of the line in the prescription. */
  at: number
  error: unknown
  onChange: (changes: Partial<Line>) => void
  onRemove: (() => void) | undefined
}

function LineFields({ line, at, error, onChange, onRemove }: LineFieldsProps) {
  const t = text().prescriptions
  type Name = Exclude<keyof Line, 'key' | 'substitutable'>
  const field = (name: Name) => ({
    label: t[name],
    value: line[name],
    onChange: (value: string) => onChange({ [name]: value }),
    fault: faultOf(error, 'items', at, name),
    autoComplete: 'off',
  })
  const n = String(at + 1)
  return (
    <fieldset className="visit-line">
      <legend>{fill(t.line, { n })}</legend>
      <TextField {...field('medication')} hint={t.medicationHint} dir="auto" maxLength={200} />
      <TextField {...field('dosage')} hint={t.dosageHint} dir="auto" maxLength={200} />
      <div className="visit-fields">
        <TextField {...field('durationDays')} inputMode="numeric" />
        <TextField {...field('quantity')} inputMode="numeric" />
        <TextField {...field('unit')} hint={t.unitHint} dir="auto" maxLength={40} />
        <TextField {...field('refills')} inputMode="numeric" />
      </div>
      <TextField {...field('instructions')} dir="auto" maxLength={2000} />
      <Choice {...field('substanceTable')} options={[['', t.noTable], ...Object.entries(t.tables)]} />
      <Check
        label={t.substitutable}
        isChecked={line.substitutable}
        onChange={(substitutable) => onChange({ substitutable })}
      />
      {onRemove && <Button onClick={onRemove}>{fill(t.remove, { n })}</Button>}
    </fieldset>
  )
}
