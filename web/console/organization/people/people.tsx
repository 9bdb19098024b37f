import { useSearchParams } from 'wouter'
import { words } from '../../language.ts'
import { Page } from '../../parts/page.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { useMay } from '../../permissions.ts'
import { text } from '../words/index.ts'
import { Duplicates } from './duplicates.tsx'
import { Merge } from './merge.tsx'
import { Patients } from './patients.tsx'
import { Staff } from './staff.tsx'
import { Verification } from './verification.tsx'

/** Patients, duplicates, pending verifications, and the staff. The tab is in the address. */
export function People() {
  const [parameters] = useSearchParams()
  const tab = parameters.get('tab') ?? 'patients'
  const t = text().people
  const mayCompare = useMay('listDuplicates')
  const mayMerge = useMay('mergePatients')
  const mayVerify = useMay('verifyGuardianship')
  const tabs = [
    { name: 'patients', title: t.tabs.patients, href: '/people', isShown: true },
    { name: 'duplicates', title: t.tabs.duplicates, href: '/people?tab=duplicates', isShown: mayCompare },
    { name: 'verification', title: t.tabs.verification, href: '/people?tab=verification', isShown: mayVerify },
    { name: 'staff', title: t.tabs.staff, href: '/people?tab=staff', isShown: true },
  ].filter(({ isShown }) => isShown)
  const [id, other] = [parameters.get('id'), parameters.get('other')]
  if (tab === 'merge' && mayMerge && id && other) return <Merge key={`${id} ${other}`} id={id} otherId={other} />
  const current = tabs.some(({ name }) => name === tab) ? tab : 'patients'
  return (
    <Page title={words().screens.people} lead={t.lead}>
      <Tabs label={words().screens.people} tabs={tabs} current={current} />
      {current === 'patients' && <Patients />}
      {current === 'duplicates' && <Duplicates />}
      {current === 'verification' && <Verification />}
      {current === 'staff' && <Staff />}
    </Page>
  )
}
