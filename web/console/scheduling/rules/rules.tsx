import type { ReactNode } from 'react'
import { useSearchParams } from 'wouter'
import { words } from '../../language.ts'
import { Page } from '../../parts/page.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { text } from '../words/index.ts'
import { Holidays } from './holidays.tsx'
import { Places } from './places.tsx'
import { Policy } from './policy.tsx'
import { VisitTypes } from './visit-types.tsx'

const views = {
  types: () => <VisitTypes />,
  places: () => <Places />,
  holidays: () => <Holidays />,
  policy: () => <Policy />,
} satisfies Record<string, () => ReactNode>

type View = keyof typeof views

/** The rules by which times are offered and booked. The tab is in the address. */
export function BookingRules() {
  const [parameters] = useSearchParams()
  const t = text().rules
  const given = parameters.get('tab') ?? ''
  const current = (given in views ? given : 'types') as View
  const tabs = Object.keys(views).map((name) => ({
    name,
    title: t.tabs[name as View],
    href: name === 'types' ? '/booking' : `/booking?tab=${name}`,
  }))
  return (
    <Page title={words().screens.booking} lead={t.leads[current]}>
      <Tabs label={words().screens.booking} tabs={tabs} current={current} />
      {views[current]()}
    </Page>
  )
}
