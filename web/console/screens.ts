import type { ComponentType } from 'react'
import type { words } from './language.ts'
import type { IconName } from './parts/icon.tsx'
import { lazyView, type Texts } from './parts/lazy-view.ts'

type Name = keyof ReturnType<typeof words>['screens']
export type Area = 'develop' | 'organization'

/** A screen of the navigation, with the screen of its records. */
export type Screen = {
  name: Name & IconName
  area: Area
  path: string
  /** The operation that the screen needs. Users who may not call it do not see the screen. */
  needs: string
  /** The key to press after `g`. */
  letter: string
  view: ComponentType
  record?: ComponentType<{ id: string }>
}

const agenda = () => import('./organization/agenda/words/index.ts')

/** Screens with a field for a patient need the texts of the agenda too. */
const texts = {
  develop: [() => import('./develop/words/index.ts')],
  agenda: [agenda],
  organization: [() => import('./organization/words/index.ts'), agenda],
  visit: [() => import('./organization/visit/words/index.ts'), agenda],
  scheduling: [() => import('./scheduling/words/index.ts'), agenda],
} satisfies Record<string, readonly Texts[]>

const view = <Props extends object>(textsOf: keyof typeof texts, load: () => Promise<ComponentType<Props>>) =>
  lazyView(texts[textsOf], load)

export const screens: readonly Screen[] = [
  {
    name: 'overview',
    area: 'develop',
    path: '/overview',
    needs: 'listAllDeliveries',
    letter: 'o',
    view: view('develop', async () => (await import('./develop/overview.tsx')).Overview),
  },
  {
    name: 'events',
    area: 'develop',
    path: '/events',
    needs: 'listEvents',
    letter: 'e',
    view: view('develop', async () => (await import('./develop/events.tsx')).Events),
    record: view('develop', async () => (await import('./develop/event.tsx')).Event),
  },
  {
    name: 'deliveries',
    area: 'develop',
    path: '/deliveries',
    needs: 'listAllDeliveries',
    letter: 'd',
    view: view('develop', async () => (await import('./develop/deliveries.tsx')).Deliveries),
    record: view('develop', async () => (await import('./develop/delivery.tsx')).Delivery),
  },
  {
    name: 'webhooks',
    area: 'develop',
    path: '/webhooks',
    needs: 'listWebhooks',
    letter: 'w',
    view: view('develop', async () => (await import('./develop/webhooks.tsx')).Webhooks),
    record: view('develop', async () => (await import('./develop/webhook.tsx')).Webhook),
  },
  {
    name: 'clients',
    area: 'develop',
    path: '/clients',
    needs: 'listClients',
    letter: 'c',
    view: view('develop', async () => (await import('./develop/clients.tsx')).Clients),
    record: view('develop', async () => (await import('./develop/client.tsx')).Client),
  },
  {
    name: 'requests',
    area: 'develop',
    path: '/requests',
    needs: 'listClients',
    letter: 'r',
    view: view('develop', async () => (await import('./develop/requests.tsx')).Requests),
  },
  {
    name: 'sandbox',
    area: 'develop',
    path: '/sandbox',
    needs: 'moveClock',
    letter: 's',
    view: view('develop', async () => (await import('./develop/sandbox.tsx')).Sandbox),
  },
  {
    name: 'today',
    area: 'organization',
    path: '/today',
    needs: 'listAppointments',
    letter: 't',
    view: view('agenda', async () => (await import('./organization/agenda/agenda.tsx')).Agenda),
    record: view('visit', async () => (await import('./organization/visit/visit.tsx')).Visit),
  },
  {
    name: 'hours',
    area: 'organization',
    path: '/hours',
    needs: 'listExceptions',
    letter: 'h',
    view: view('scheduling', async () => (await import('./scheduling/hours.tsx')).Hours),
  },
  {
    name: 'waitlist',
    area: 'organization',
    path: '/waitlist',
    // Patients may call listWaitlist, but this screen is for the staff.
    needs: 'listExceptions',
    letter: 'q',
    view: view('scheduling', async () => (await import('./scheduling/waitlist.tsx')).Waitlist),
  },
  {
    name: 'booking',
    area: 'organization',
    path: '/booking',
    needs: 'updateBookingPolicy',
    letter: 'b',
    view: view('scheduling', async () => (await import('./scheduling/rules/rules.tsx')).BookingRules),
  },
  {
    name: 'invoices',
    area: 'organization',
    path: '/invoices',
    needs: 'listInvoices',
    letter: 'i',
    view: view('organization', async () => (await import('./organization/invoices/invoices.tsx')).Invoices),
    record: view('organization', async () => (await import('./organization/invoices/invoice.tsx')).Invoice),
  },
  {
    name: 'people',
    area: 'organization',
    path: '/people',
    // Patients may call listPatients, but this screen is for users who register patients.
    needs: 'registerPatient',
    letter: 'p',
    view: view('organization', async () => (await import('./organization/people/people.tsx')).People),
    record: view('organization', async () => (await import('./organization/people/person.tsx')).Person),
  },
  {
    name: 'messages',
    area: 'organization',
    path: '/messages',
    needs: 'listMessages',
    letter: 'm',
    view: view('organization', async () => (await import('./organization/messages/messages.tsx')).Messages),
    record: view('organization', async () => (await import('./organization/messages/message.tsx')).MessageOrTemplate),
  },
  {
    name: 'letterhead',
    area: 'organization',
    path: '/letterhead',
    needs: 'readLetterhead',
    letter: 'l',
    view: view('organization', async () => (await import('./organization/letterhead/letterhead.tsx')).Letterhead),
  },
  {
    name: 'audit',
    area: 'organization',
    path: '/audit',
    needs: 'listAudit',
    letter: 'a',
    view: view('organization', async () => (await import('./organization/audit/audit.tsx')).Audit),
  },
]
