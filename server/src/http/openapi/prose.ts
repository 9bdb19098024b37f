import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

const template = readFileSync(resolve(import.meta.dirname, 'introduction.md'), 'utf8').trimEnd()

/** The guide for integrators, in CommonMark. */
export function introduction(publicUrl: string, sandbox: boolean): string {
  const values: Record<string, string> = {
    publicUrl,
    clientId: sandbox ? 'sandbox-admin' : 'YOUR_CLIENT_ID',
    clientSecret: sandbox ? 'sandbox-admin-secret' : 'YOUR_CLIENT_SECRET',
  }
  return template
    .replace(/<!-- sandbox -->\n(.*)\n<!-- \/sandbox -->\n\n/s, sandbox ? '$1\n\n' : '')
    .replace(/\{(publicUrl|clientId|clientSecret)\}/g, (_, name: string) => values[name]!)
}

/** Groups of operations, in the order of the document. */
export const groups: Record<string, string> = {
  Authentication: 'Obtain, refresh, introspect and revoke access tokens.',
  'Sign-in': 'Browser sign-in, compatible with Auth.js: forms and a session cookie.',
  'Access requests': "Organisations' requests for access, and the decisions of the platform's operator.",
  Clients: 'The clients of an organisation, their scopes and their secrets.',
  Users: "The organisation's users: registration, verification, and the token's own user.",
  Doctors: 'The directory of doctors and dentists: a public view and one for staff.',
  Appointments: 'Appointments between a patient and a doctor or dentist, and their video rooms.',
  Video: 'The video room of an appointment: joining and inviting guests.',
  Prescriptions: 'Prescriptions of doctors and dentists, and their signatures.',
  Orders: 'Pharmacy orders for prescriptions.',
  'Lab orders': 'Laboratory tests and their results.',
  Stock: 'Stock of pharmacies by medicine and lot, and its movements.',
  Services: "The organisation's services with past, current and future prices.",
  Scheduling: 'Places, visit types, opening hours and holidays; free slots, and holds on them.',
  Invoices: 'Invoices, payments and refunds.',
  Reviews: "Patients' reviews of consultations.",
  'Follow-ups': 'Proposed follow-up consultations.',
  Patients: 'Patients with their identity documents, consents and conditions.',
  Guardians: 'Guardianships: parents and legal guardians of minors, and carers of adults.',
  Notifications: 'Messages to people by SMS, WhatsApp and e-mail.',
  Documents: 'Prescriptions, certificates, invoices and attestations as PDF, and their letterhead.',
  Campaigns: 'Message sequences for patients and leads who have consented.',
  Leads: 'Prospects from the marketing site.',
  Webhooks: 'Your endpoints for events, and the deliveries to them.',
  Events: 'Recorded events, in order.',
  Requests: 'Requests of clients with their outcomes, and the use of the limits.',
  Audit: 'Reads and changes of data, in a tamper-evident log.',
  Sandbox: 'Only in the sandbox: reset, test clock and outbox.',
  'Scheduled jobs': 'Scheduled work, triggered with a secret. Safe to repeat.',
  'Internal hooks':
    'Calls from other applications of the same installation, authenticated with a shared token. Repeated calls act once.',
  Health: 'Health of the platform and its components.',
}
