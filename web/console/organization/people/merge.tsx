import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { MergePreview, PatientIdentity } from '../../../../clients/javascript/src/medina.ts'
import { medina, queries } from '../../api.ts'
import { count, fill } from '../../language.ts'
import { Anchor } from '../../parts/anchor.tsx'
import { CalendarDay } from '../../parts/day.tsx'
import { faultOf } from '../../parts/fault.tsx'
import { Choice, MutationForm, TextField } from '../../parts/form.tsx'
import { Page, Section } from '../../parts/page.tsx'
import { type Column, Loaded, Table } from '../../parts/table.tsx'
import { Code, Copied } from '../../parts/text.tsx'
import { say } from '../../parts/toasts.tsx'
import { text } from '../words/index.ts'
import { mergeAddress } from './duplicates.tsx'

type Both = { preview: MergePreview; identities: readonly [PatientIdentity, PatientIdentity] }

/** The preview of a merge of two records, and the merge, which cannot be undone. */
export function Merge({ id, otherId }: { id: string; otherId: string }) {
  const query = useQuery({
    queryKey: ['merge', id, otherId],
    queryFn: async (): Promise<Both> => {
      const [preview, own, other] = await Promise.all([
        medina.patients.previewMerge(id, otherId),
        medina.patients.identity.get(id),
        medina.patients.identity.get(otherId),
      ])
      return { preview, identities: [own, other] }
    },
  })
  const t = text().people.merge
  return (
    <Page
      title={t.title}
      lead={t.lead}
      above={{ href: '/people?tab=duplicates', title: text().people.tabs.duplicates }}
    >
      <Loaded query={query}>{(both) => <Preview {...both} />}</Loaded>
    </Page>
  )
}

const shownFields = ['birthDate', 'sex', 'nationalId', 'nameAr', 'insurer', 'insuranceNumber'] as const

function Preview({ preview, identities }: Both) {
  const { survivor, other, records, conflictingIdentity, logins, gaining } = preview
  const { merge: t, fields, sexes } = text().people
  const people = [survivor, other] as const
  const shownValue = (field: (typeof shownFields)[number], identity: PatientIdentity) => {
    const value = identity[field]
    if (value === null) return '–'
    if (field === 'birthDate') return <CalendarDay date={value} />
    if (field === 'nameAr') return <bdi>{value}</bdi>
    return field === 'sex' ? (sexes[value] ?? value) : <Code>{value}</Code>
  }
  const columns: Column<(typeof shownFields)[number]>[] = [
    { title: t.field, cell: (field) => fields[field] },
    ...people.map(({ name }, at) => ({
      title: `${at === 0 ? t.keptRecord : t.mergedRecord}: ${name}`,
      cell: (field: (typeof shownFields)[number]) => shownValue(field, identities[at]!),
    })),
    { title: t.differs, cell: (field) => (conflictingIdentity.includes(field) ? <strong>{t.differs}</strong> : '') },
  ]
  const gains = [
    ...gaining.guardians.map((one) => ({ ...one, kind: t.accessKinds.guardian })),
    ...gaining.professionals.map((one) => ({ ...one, kind: t.accessKinds.professional })),
    ...gaining.clients.map((one) => ({ ...one, kind: t.accessKinds.client })),
  ]
  const obstacles = [
    preview.inCall && t.inCall,
    preview.unverifiedGuardianships.length > 0 && count(t.unverified, preview.unverifiedGuardianships.length),
    preview.openDisputes.length > 1 && t.disputes,
  ].filter((obstacle) => typeof obstacle === 'string')
  return (
    <>
      <dl className="facts">
        {people.map(({ id, name }, at) => (
          <div key={id}>
            <dt>{at === 0 ? t.keptRecord : t.mergedRecord}</dt>
            <dd>
              <Anchor href={`/people/${id}`}>
                <bdi>{name}</bdi>
              </Anchor>
              <br />
              <Copied value={id} />
            </dd>
          </div>
        ))}
        <div>
          <dt>{t.movedRecords}</dt>
          <dd>
            <strong>{count(t.records, records)}</strong>
          </dd>
        </div>
      </dl>
      <p className="swap">
        <Anchor href={mergeAddress(other.id, survivor.id)} className="button">
          {t.swap}
        </Anchor>
      </p>
      <Section title={t.identity}>
        <Table label={t.identity} columns={columns} rows={shownFields} keyOf={(field) => field} />
      </Section>
      <Section title={t.newAccess}>
        {gains.length === 0 ? (
          <p>{t.noNewAccess}</p>
        ) : (
          <ul>
            {gains.map(({ id, name, kind, patientId }) => (
              <li key={`${id} ${patientId}`}>
                <bdi>{name}</bdi> ({kind}):{' '}
                {fill(t.currentAccess, { name: people.find((one) => one.id === patientId)?.name ?? patientId })}
              </li>
            ))}
          </ul>
        )}
      </Section>
      {obstacles.length > 0 && (
        <Section title={t.obstacles}>
          <ul>
            {obstacles.map((obstacle) => (
              <li key={obstacle}>{obstacle}</li>
            ))}
          </ul>
          <p>
            <Anchor href="/people?tab=verification">{text().people.tabs.verification}</Anchor>
          </p>
        </Section>
      )}
      <MergeForm
        preview={preview}
        isIdentityNeeded={conflictingIdentity.length > 0}
        isLoginNeeded={logins.length > 0}
      />
    </>
  )
}

function MergeForm({
  preview: { survivor, other, records, logins },
  isIdentityNeeded,
  isLoginNeeded,
}: {
  preview: MergePreview
  isIdentityNeeded: boolean
  isLoginNeeded: boolean
}) {
  const stayable = logins.filter(({ mayStay }) => mayStay)
  const [reason, setReason] = useState('')
  const [identityOf, setIdentityOf] = useState('')
  const [loginOf, setLoginOf] = useState('')
  const [, goTo] = useLocation()
  const t = text().people.merge
  const merge = useMutation({
    mutationFn: async () =>
      medina.patients.merge(survivor.id, {
        otherId: other.id,
        reason,
        ...(isIdentityNeeded && identityOf !== '' && { identityOf }),
        ...(isLoginNeeded && loginOf !== '' && { loginOf: loginOf === 'none' ? null : loginOf }),
      }),
    onSuccess: async () => {
      say(fill(t.done, { name: survivor.name }))
      goTo(`/people/${survivor.id}`)
      await queries.invalidateQueries()
    },
  })
  const nameOf = (id: string) => (id === survivor.id ? survivor.name : other.name)
  const choose = ['', t.choose] as const
  return (
    <Section title={t.mergeTitle}>
      <p>{t.irreversible}</p>
      <MutationForm mutation={merge} button={count(t.button, records)} look="danger">
        {isIdentityNeeded && (
          <Choice
            label={t.identityOf}
            value={identityOf}
            onChange={setIdentityOf}
            fault={faultOf(merge.error, 'identityOf')}
            hint={t.identityOfHint}
            options={[choose, ...[survivor, other].map(({ id, name }) => [id, `${name} (${id})`] as const)]}
          />
        )}
        {isLoginNeeded && (
          <Choice
            label={t.loginOf}
            value={loginOf}
            onChange={setLoginOf}
            fault={faultOf(merge.error, 'loginOf')}
            hint={t.loginOfHint}
            options={[
              choose,
              ...stayable.map(({ id, email }) => [id, `${nameOf(id)}${email ? ` (${email})` : ''}`] as const),
              ['none', t.noLogin],
            ]}
          />
        )}
        <TextField
          label={t.reason}
          value={reason}
          onChange={setReason}
          fault={faultOf(merge.error, 'reason')}
          hint={t.reasonHint}
          dir="auto"
          required
        />
      </MutationForm>
    </Section>
  )
}
