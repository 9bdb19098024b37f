import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Member, NotFound, type PatientFile } from '../../../../clients/javascript/src/medina.ts'
import { medina } from '../../api.ts'
import { words } from '../../language.ts'
import { Anchor } from '../../parts/anchor.tsx'
import { Button } from '../../parts/button.tsx'
import { Day } from '../../parts/day.tsx'
import { Fact, Facts } from '../../parts/facts.tsx'
import { Page } from '../../parts/page.tsx'
import { Loaded } from '../../parts/table.tsx'
import { Code, Copied } from '../../parts/text.tsx'
import { useMay } from '../../permissions.ts'
import { text } from '../words/index.ts'
import { ClaimDialog } from './claim-dialog.tsx'
import { Consents } from './consents.tsx'
import { Contact } from './contact.tsx'
import { Family } from './family.tsx'
import { Identity } from './identity.tsx'
import { DisableDialog, RenameDialog } from './member-dialogs.tsx'
import { Merges, MergeWithDialog } from './merges.tsx'
import { SEES_CONTACTS } from './patient-search.ts'
import { Relationships } from './relationships.tsx'
import { MemberState } from './staff.tsx'
import { VerifyDialog } from './verification.tsx'

type Found = { member: Member | undefined; etag: string | undefined; patient: PatientFile | undefined }

/** Practitioners see patients without an appointment only by `readPatient`, and staff only by `readUser`. */
async function find(id: string): Promise<Found> {
  const found = await medina.users
    .get(id)
    .withMeta()
    .catch((error) => {
      if (error instanceof NotFound) return undefined
      throw error
    })
  if (found && found.data.role !== 'PATIENT') return { member: found.data, etag: found.meta.etag, patient: undefined }
  return { member: found?.data, etag: found?.meta.etag, patient: await medina.patients.get(id) }
}

type Opened = 'claim' | 'rename' | 'disable' | 'verify' | 'merge' | undefined
const professions: readonly string[] = ['DOCTOR', 'DENTIST', 'PHARMACIST', 'LABORATORY']

/** A person, without clinical content, and the actions that the user may take. */
export function Person({ id }: { id: string }) {
  const query = useQuery({ queryKey: ['users', id], queryFn: async () => find(id) })
  const [opened, setOpened] = useState<Opened>()
  const may = {
    claim: useMay('sendClaimCode'),
    update: useMay('updateUser'),
    verify: useMay('verifyUser'),
    merge: useMay('mergePatients'),
    audit: useMay('listAudit'),
    // Professionals may call `readContact` only for themselves. The front desk reads it for patients.
    contact: useMay(SEES_CONTACTS),
    guardians: useMay('stateGuardianship'),
    relationships: useMay('endRelationship'),
  }
  const { person: t, fields, roles } = text().people
  const close = () => setOpened(undefined)
  const { member, patient, etag } = query.data ?? {}
  const name = patient?.name ?? member?.name
  const email = patient?.email ?? member?.email
  const isProfession = member !== undefined && professions.includes(member.role)
  return (
    <Page
      title={name ?? words().screens.people}
      above={{ href: member && !patient ? '/people?tab=staff' : '/people', title: words().screens.people }}
      lead={<Copied value={patient?.id ?? id} label={fields.id} />}
      actions={
        query.data && (
          <>
            {patient && may.claim && <Button onClick={() => setOpened('claim')}>{t.claim}</Button>}
            {isProfession && !member.verified && may.verify && (
              <Button look="main" onClick={() => setOpened('verify')}>
                {text().people.verification.verify}
              </Button>
            )}
            {member && may.update && (
              <>
                <Button onClick={() => setOpened('rename')}>{t.rename}</Button>
                <Button onClick={() => setOpened('disable')}>{member.disabled ? t.enable : t.disable}</Button>
              </>
            )}
            {patient && may.merge && <Button onClick={() => setOpened('merge')}>{t.merge}</Button>}
          </>
        )
      }
    >
      <Loaded query={query}>
        {() => (
          <>
            <Facts>
              <Fact name={fields.role}>{roles[member?.role ?? 'PATIENT'] ?? member?.role}</Fact>
              <Fact name={text().people.staff.state}>{member && <MemberState member={member} />}</Fact>
              <Fact name={fields.email}>{email && <Code>{email}</Code>}</Fact>
              <Fact name={fields.registered}>
                <Day at={(patient ?? member)!.createdAt} />
              </Fact>
              <Fact name={t.lastActivity}>{patient && <Day at={patient.lastActivityAt} />}</Fact>
              <Fact name={words().screens.audit}>
                {patient && may.audit && (
                  <Anchor href={`/audit?patientId=${encodeURIComponent(patient.id)}`}>{t.accessHistory}</Anchor>
                )}
              </Fact>
            </Facts>
            {patient && <Identity id={patient.id} />}
            {may.contact && (patient || may.update) && <Contact id={patient?.id ?? id} />}
            {patient && <Consents id={patient.id} />}
            {patient && may.guardians && <Family id={patient.id} />}
            {patient && may.relationships && <Relationships id={patient.id} />}
            {patient && may.merge && <Merges id={patient.id} />}
          </>
        )}
      </Loaded>
      {opened === 'claim' && patient && <ClaimDialog id={patient.id} onClose={close} />}
      {opened === 'verify' && member && <VerifyDialog member={member} onClose={close} />}
      {opened === 'rename' && member && (
        <RenameDialog member={member} etag={etag} onReload={() => query.refetch()} onClose={close} />
      )}
      {opened === 'disable' && member && (
        <DisableDialog member={member} etag={etag} onReload={() => query.refetch()} onClose={close} />
      )}
      {opened === 'merge' && patient && <MergeWithDialog id={patient.id} onClose={close} />}
    </Page>
  )
}
