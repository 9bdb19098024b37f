import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

const template = readFileSync(resolve(import.meta.dirname, 'introduction.md'), 'utf8').trimEnd()

/** What every integrator reads first, in CommonMark. */
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

/** Groups of operations, in the order in which the document has them. */
export const groups: Record<string, string> = {
  Authentication: 'Obtain, refresh, look into and revoke access tokens.',
  'Sign-in': 'How people sign in with a browser, in the shapes of Auth.js. Forms alone, and a cookie.',
  'Access requests': 'Organisations that ask for access, and what the operator of the platform answers.',
  Clients: 'The clients of an organisation, their scopes and their secrets.',
  Users: 'People of the organisation: who registers, who has been verified, and who the token acts as.',
  Doctors: 'The directory of doctors and dentists: for everybody, and for staff.',
  Appointments: 'A time that a patient and a doctor or dentist have with each other, and its video room.',
  Video: 'The video room of an appointment: who joins it, and whom the practitioner invites.',
  Prescriptions: 'Medicines that doctors and dentists prescribe, and the signatures that show what they said.',
  Orders: 'Prescriptions on their way through a pharmacy.',
  'Lab orders': 'Laboratory tests and their results.',
  Stock: 'What pharmacies have of each medicine, lot by lot, and what came in and went out.',
  Services: 'What the organisation offers, and what it costs: now, before, and from when on.',
  Invoices: 'Invoices, payments and refunds.',
  Reviews: 'What patients say of a consultation.',
  'Follow-ups': 'Further consultations that were proposed.',
  Patients: 'Patients, who they are by their papers, what they have consented to, and what they suffer from.',
  Notifications: 'Messages to people by SMS, WhatsApp and e-mail.',
  Documents: 'Prescriptions, certificates, invoices and attestations as PDF, and the letterhead that they have.',
  Campaigns: 'Sequences of messages to patients and leads who want them.',
  Leads: 'Interest shown on a marketing site.',
  Webhooks: 'Endpoints of yours that are told of events, and the deliveries to them.',
  Events: 'What happened, to be read again.',
  Audit: 'Who read and changed what, in a log that nobody can change unnoticed.',
  Sandbox: 'The sandbox alone: its reset, its clock and its outbox.',
  'Scheduled jobs': 'Work that falls due by the clock, called with a secret. Safe to repeat.',
  'Internal hooks':
    'Calls from other applications of the same installation, signed with a shared token. Each may be repeated and acts once.',
  Health: 'Whether the platform and its parts are in order.',
}
