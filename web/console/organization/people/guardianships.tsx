import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Guardianship } from '../../../../clients/javascript/src/medina.ts'
import { medina, queries } from '../../api.ts'
import { fill } from '../../language.ts'
import { Anchor } from '../../parts/anchor.tsx'
import { Button } from '../../parts/button.tsx'
import { Confirm } from '../../parts/confirm.tsx'
import { CalendarDay } from '../../parts/day.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { faultOf } from '../../parts/fault.tsx'
import { Choice, MutationForm, TextField } from '../../parts/form.tsx'
import { State } from '../../parts/state.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { say } from '../../parts/toasts.tsx'
import { useMay } from '../../permissions.ts'
import { text } from '../words/index.ts'

type Asked = { guardianship: Guardianship; action: 'verify' | 'end' }

/** A table of guardianships with their actions. */
export function GuardianshipTable({ label, rows }: { label: string; rows: readonly Guardianship[] }) {
  const [asked, setAsked] = useState<Asked>()
  const mayVerify = useMay('verifyGuardianship')
  const mayEnd = useMay('endGuardianship')
  const { guardianships: t, verification } = text().people
  const person = ({ id, name }: Guardianship['guardian']) => (
    <Anchor href={`/people/${id}`}>
      <bdi>{name}</bdi>
    </Anchor>
  )
  const columns: Column<Guardianship>[] = [
    { title: t.guardian, cell: ({ guardian }) => person(guardian) },
    { title: t.dependant, cell: ({ dependant }) => person(dependant) },
    { title: t.kind, cell: ({ kind }) => t.kinds[kind] ?? kind },
    {
      title: t.state,
      cell: ({ active, verified, until }) => (
        <>
          {!active && <State tone="off">{t.ended}</State>}
          {active && (verified ? <State tone="good">{t.verified}</State> : <State tone="wait">{t.unverified}</State>)}
          {until && (
            <>
              {' '}
              <span className="soft">
                {t.until} <CalendarDay date={until.slice(0, 10)} />
              </span>
            </>
          )}
        </>
      ),
    },
  ]
  if (mayVerify || mayEnd)
    columns.push({
      title: verification.action,
      cell: (guardianship) => {
        const names = { guardian: guardianship.guardian.name, dependant: guardianship.dependant.name }
        return (
          guardianship.active && (
            <span className="row-actions">
              {mayVerify && !guardianship.verified && (
                <Button
                  aria-label={fill(t.verifyNamed, names)}
                  onClick={() => setAsked({ guardianship, action: 'verify' })}
                >
                  {verification.verify}
                </Button>
              )}
              {mayEnd && (
                <Button aria-label={fill(t.endNamed, names)} onClick={() => setAsked({ guardianship, action: 'end' })}>
                  {t.end}
                </Button>
              )}
            </span>
          )
        )
      },
    })
  return (
    <>
      <Table label={label} columns={columns} rows={rows} keyOf={({ id }) => id} />
      {asked && <GuardianshipDialog {...asked} onClose={() => setAsked(undefined)} />}
    </>
  )
}

function GuardianshipDialog({ guardianship, action, onClose }: Asked & { onClose: () => void }) {
  const { guardianships: t, verification } = text().people
  const isEnd = action === 'end'
  const names = { guardian: guardianship.guardian.name, dependant: guardianship.dependant.name }
  return (
    <Confirm
      title={fill(isEnd ? t.endNamed : t.verifyNamed, names)}
      button={isEnd ? t.end : verification.verify}
      look={isEnd ? 'danger' : 'main'}
      act={async () => {
        if (isEnd) await medina.guardianships.end(guardianship.id)
        else await medina.guardianships.verify(guardianship.id)
      }}
      onDone={async () => {
        say(fill(isEnd ? t.endedMessage : t.verifiedMessage, names))
        onClose()
        await queries.invalidateQueries({ queryKey: ['guardianships'] })
      }}
      onClose={onClose}
    >
      <p>{fill(isEnd ? t.endText : t.verifyText, names)}</p>
    </Confirm>
  )
}

/** Records a guardianship between this patient and another one, after the staff checked the documents. */
export function GuardianshipForm({ patientId, onClose }: { patientId: string; onClose: () => void }) {
  const [side, setSide] = useState('guardian')
  const [other, setOther] = useState('')
  const [kind, setKind] = useState('PARENT')
  const { guardianships: t } = text().people
  const named = side === 'guardian' ? 'guardianId' : 'dependantId'
  const state = useMutation({
    mutationFn: async () =>
      medina.guardianships.state(
        side === 'guardian'
          ? { guardianId: other.trim(), dependantId: patientId, kind }
          : { guardianId: patientId, dependantId: other.trim(), kind },
      ),
    onSuccess: async () => {
      say(t.recorded)
      onClose()
      await queries.invalidateQueries({ queryKey: ['guardianships'] })
    },
  })
  return (
    <Dialog title={t.add} onClose={onClose}>
      <p className="soft">{t.addText}</p>
      <MutationForm mutation={state} button={t.add}>
        <Choice label={t.side} value={side} onChange={setSide} options={Object.entries(t.sides)} />
        <TextField
          label={t.otherId}
          value={other}
          onChange={setOther}
          fault={faultOf(state.error, named)}
          dir="ltr"
          autoComplete="off"
          hint={t.otherIdHint}
        />
        <Choice
          label={t.kind}
          value={kind}
          onChange={setKind}
          fault={faultOf(state.error, 'kind')}
          options={Object.entries(t.kinds)}
        />
      </MutationForm>
    </Dialog>
  )
}
