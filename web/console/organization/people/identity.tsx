import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { PatientIdentity } from '../../../../clients/javascript/src/medina.ts'
import { medina, queries } from '../../api.ts'
import { Button } from '../../parts/button.tsx'
import { Changed } from '../../parts/changed.tsx'
import { CalendarDay } from '../../parts/day.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Fact, Facts } from '../../parts/facts.tsx'
import { faultOf } from '../../parts/fault.tsx'
import { Choice, MutationForm, TextField } from '../../parts/form.tsx'
import { Section } from '../../parts/page.tsx'
import { State } from '../../parts/state.tsx'
import { Loaded } from '../../parts/table.tsx'
import { Code } from '../../parts/text.tsx'
import { say } from '../../parts/toasts.tsx'
import { useMay } from '../../permissions.ts'
import { text } from '../words/index.ts'

/** The identity of a patient according to official documents, and the values that the patient disputes. */
export function Identity({ id }: { id: string }) {
  const query = useQuery({
    queryKey: ['identity', id],
    queryFn: async () => {
      const { data, meta } = await medina.patients.identity.get(id).withMeta()
      return { identity: data, etag: meta.etag }
    },
  })
  const [opened, setOpened] = useState<'edit' | 'resolve'>()
  const mayUpdate = useMay('updateIdentity')
  const mayResolve = useMay('resolveIdentityDispute')
  const { identity: t, fields, sexes } = text().people
  const close = () => setOpened(undefined)
  return (
    <Section
      title={t.title}
      actions={mayUpdate && query.data && <Button onClick={() => setOpened('edit')}>{t.edit}</Button>}
    >
      <Loaded query={query} rows={2}>
        {({ identity, etag }) => (
          <>
            <Facts>
              <Fact name={fields.birthDate}>
                {identity.birthDate ? <CalendarDay date={identity.birthDate} /> : '–'}
              </Fact>
              <Fact name={fields.sex}>{identity.sex ? (sexes[identity.sex] ?? identity.sex) : '–'}</Fact>
              <Fact name={fields.nationalId}>{identity.nationalId ? <Code>{identity.nationalId}</Code> : '–'}</Fact>
              <Fact name={fields.nameAr}>{identity.nameAr && <bdi>{identity.nameAr}</bdi>}</Fact>
              <Fact name={fields.insurer}>{identity.insurer}</Fact>
              <Fact name={fields.insuranceNumber}>
                {identity.insuranceNumber && <Code>{identity.insuranceNumber}</Code>}
              </Fact>
              <Fact name={t.state}>
                <State tone={identity.attested ? 'good' : 'wait'}>
                  {identity.attested ? t.attested : t.unattested}
                </State>
              </Fact>
            </Facts>
            {identity.dispute && (
              <div className="possible">
                <p>
                  <strong>{t.dispute}</strong> <bdi>{identity.dispute.reason}</bdi>
                </p>
                <Facts>
                  <Fact name={fields.birthDate}>
                    {identity.dispute.stated.birthDate && <CalendarDay date={identity.dispute.stated.birthDate} />}
                  </Fact>
                  <Fact name={fields.sex}>{identity.dispute.stated.sex && sexes[identity.dispute.stated.sex]}</Fact>
                  <Fact name={fields.nationalId}>
                    {identity.dispute.stated.nationalId && <Code>{identity.dispute.stated.nationalId}</Code>}
                  </Fact>
                  <Fact name={fields.nameAr}>
                    {identity.dispute.stated.nameAr && <bdi>{identity.dispute.stated.nameAr}</bdi>}
                  </Fact>
                </Facts>
                {mayResolve && <Button onClick={() => setOpened('resolve')}>{t.resolve}</Button>}
              </div>
            )}
            {opened === 'edit' && (
              <EditDialog id={id} identity={identity} etag={etag} onReload={() => query.refetch()} onClose={close} />
            )}
            {opened === 'resolve' && <ResolveDialog id={id} onClose={close} />}
          </>
        )}
      </Loaded>
    </Section>
  )
}

const names = ['birthDate', 'sex', 'nationalId', 'nameAr', 'insurer', 'insuranceNumber'] as const
type Given = Record<(typeof names)[number], string>

type EditProps = {
  id: string
  identity: PatientIdentity
  etag: string | undefined
  onReload: () => Promise<unknown>
  onClose: () => void
}

function EditDialog({ id, identity, etag, onReload, onClose }: EditProps) {
  const [given, setGiven] = useState(
    () => Object.fromEntries(names.map((name) => [name, identity[name] ?? ''])) as Given,
  )
  const { identity: t, fields, sexes } = text().people
  const update = useMutation({
    mutationFn: async () => {
      const changes = names.filter((name) => given[name] !== (identity[name] ?? ''))
      const body = Object.fromEntries(changes.map((name) => [name, given[name] || null]))
      return medina.patients.identity.update(id, body, { ifMatch: etag })
    },
    onSuccess: async () => {
      say(t.saved)
      onClose()
      await queries.invalidateQueries({ queryKey: ['identity', id] })
    },
  })
  const field = (name: keyof Given) => ({
    label: fields[name],
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
      <p className="soft">{t.editText}</p>
      <MutationForm mutation={update} button={t.save} beside={<Changed error={update.error} onReload={reload} />}>
        <TextField {...field('birthDate')} type="date" />
        <Choice {...field('sex')} options={[['', '–'], ...Object.entries(sexes)]} />
        <TextField {...field('nationalId')} dir="ltr" />
        <TextField {...field('nameAr')} dir="rtl" />
        <TextField {...field('insurer')} dir="auto" />
        <TextField {...field('insuranceNumber')} dir="ltr" />
      </MutationForm>
    </Dialog>
  )
}

function ResolveDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const [attested, setAttested] = useState<'RECORDED' | 'STATED'>('STATED')
  const [document, setDocument] = useState('')
  const { identity: t } = text().people
  const resolve = useMutation({
    mutationFn: async () => medina.patients.identity.resolveDispute(id, { attested, document }),
    onSuccess: async () => {
      say(t.resolved)
      onClose()
      await queries.invalidateQueries({ queryKey: ['identity', id] })
    },
  })
  return (
    <Dialog title={t.resolve} onClose={onClose}>
      <MutationForm mutation={resolve} button={t.resolve}>
        <Choice
          label={t.provenValue}
          value={attested}
          onChange={(value) => setAttested(value as 'RECORDED' | 'STATED')}
          options={[
            ['STATED', t.patientValue],
            ['RECORDED', t.recordedValue],
          ]}
        />
        <TextField
          label={t.document}
          value={document}
          onChange={setDocument}
          fault={faultOf(resolve.error, 'document')}
          hint={t.documentHint}
          dir="auto"
        />
      </MutationForm>
    </Dialog>
  )
}
