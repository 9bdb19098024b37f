import { ruleOf } from '../../src/access/check.ts'
import type { Operation } from '../../src/http/operation.ts'
import { nameOf, type RuleName } from './table.ts'

/**
 * The rules of operations whose contract names no roles. For other operations: the rules of the record that they read or
 * change, in addition to the rule of their roles.
 */
const rules: Record<string, readonly RuleName[]> = {
  allowActing: ['clients.readOwn', 'clients.allowActing'],
  withdrawActing: ['clients.readOwn'],
  allowSigning: ['clients.readOwn', 'clients.allowSigning'],
  withdrawSigning: ['clients.readOwn'],
  endOwnClient: ['clients.readOwn', 'clients.endOwn'],
  listAppointments: ['appointments.read'],
  listMissedAppointments: ['appointments.read'],
  bookAppointment: ['appointments.book'],
  readAppointment: ['appointments.read'],
  listAppointmentMoves: ['appointments.read'],
  listWaitlist: ['waitlist.read'],
  readWaitlistEntry: ['waitlist.read'],
  updateWaitlistEntry: ['waitlist.read'],
  declineWaitlistOffer: ['waitlist.read'],
  leaveWaitlist: ['waitlist.read'],
  createSeries: ['appointments.book'],
  readSeries: ['series.read'],
  updateSeries: ['series.read'],
  cancelSeries: ['series.read'],
  updateAppointment: ['appointments.read', 'appointments.update'],
  cancelAppointment: ['appointments.read', 'appointments.update'],
  deleteAppointment: ['appointments.read'],
  inviteGuest: ['appointments.read'],
  listGuests: ['appointments.read'],
  withdrawGuest: ['appointments.read'],
  listPrescriptions: ['prescriptions.read'],
  issuePrescription: ['appointments.read'],
  readPrescription: ['prescriptions.read'],
  updatePrescription: ['prescriptions.read', 'prescriptions.cancel'],
  cancelPrescription: ['prescriptions.read', 'prescriptions.cancel'],
  signPrescription: ['prescriptions.read', 'prescriptions.sign'],
  readPrescriptionSignature: ['prescriptions.read'],
  generatePdf: ['prescriptions.read'],
  listDocuments: ['documents.read'],
  readDocument: ['documents.read'],
  updateDocument: ['documents.read', 'documents.cancel'],
  cancelDocument: ['documents.read', 'documents.cancel'],
  readSigningCertificate: ['signingCertificates.read'],
  retireSigningCertificate: ['signingCertificates.read'],
  listOrders: ['orders.read'],
  placeOrder: ['prescriptions.read', 'orders.place'],
  readOrder: ['orders.read'],
  updateOrder: ['orders.read', 'orders.changeStatus'],
  cancelOrder: ['orders.read', 'orders.cancel'],
  changePharmacy: ['orders.read', 'orders.changePharmacy'],
  createPickupCode: ['prescriptions.read', 'orders.createPickupCode'],
  listLabOrders: ['labOrders.read'],
  readLabOrder: ['labOrders.read'],
  readLabResult: ['labOrders.read'],
  listLabOrderFiles: ['labOrders.read'],
  readLabOrderFile: ['labOrders.read'],
  removeLabOrderFile: ['labOrders.addFile'],
  listInvoices: ['invoices.read'],
  readInvoice: ['invoices.read'],
  updateInvoice: ['invoices.read'],
  cancelInvoice: ['invoices.read'],
  takePayment: ['invoices.read'],
  refundInvoice: ['invoices.read'],
  listLots: ['stock.read'],
  readLot: ['stock.read'],
  updateLot: ['stock.read'],
  moveStock: ['stock.read'],
  listMovements: ['stock.read'],
  issueVideoToken: ['appointments.read'],
  createJoinLink: ['appointments.read'],
  revokeJoinLink: ['appointments.read'],
  listReviews: ['reviews.read'],
  reviewAppointment: ['appointments.read', 'reviews.write'],
  readReview: ['reviews.read'],
  listFollowUps: ['followUps.read'],
  readFollowUp: ['followUps.read'],
  acceptFollowUp: ['followUps.read', 'followUps.accept'],
  declineFollowUp: ['followUps.read', 'followUps.decline'],
  updateFollowUp: ['followUps.read', 'followUps.cancel'],
  cancelFollowUp: ['followUps.read', 'followUps.cancel'],
  updateContact: ['contacts.read'],
  sendContactCode: ['contacts.read'],
  confirmContact: ['contacts.read'],
  listPatients: ['patients.read'],
  readPatient: ['patients.read'],
  readConsents: ['patients.read'],
  updateConsents: ['patients.read', 'patients.decideConsents'],
  listConsentHistory: ['patients.read'],
  sendClaimCode: ['patients.read', 'patients.sendClaimCode'],
  listIdentityDisputes: ['patients.read'],
  disputeIdentity: ['patients.read', 'patients.disputeIdentity'],
  withdrawIdentityDispute: ['patients.read', 'patients.disputeIdentity'],
  resolveIdentityDispute: ['patients.read', 'patients.resolveIdentity'],
  readIdentity: ['patients.read'],
  updateIdentity: ['patients.read', 'patients.updateIdentity'],
  stateRelationship: ['relationships.state'],
  endRelationship: ['relationships.end'],
  listConditions: ['patients.read', 'conditions.read'],
  recordCondition: ['patients.read'],
  updateCondition: ['patients.read', 'conditions.read'],
  strikeCondition: ['patients.read'],
  deleteCondition: ['patients.read', 'conditions.read'],
  listMessages: ['messages.read'],
  readMessage: ['messages.read'],
  listKeptMessages: ['messages.read'],
  listEvents: ['events.read'],
  readEvent: ['events.read'],
}

/** The rule of the access table from which an operation's contract takes its roles. */
export function ruleOfRoles({ name, roles }: Operation): RuleName | undefined {
  if (!roles) return undefined
  const rule = ruleOf(roles)
  const found = rule && nameOf(rule)
  if (!found) throw new Error(`${name} names roles that match no rule of the access table. Use rolesOf(access.….…).`)
  return found
}

/** The rules of an operation, all of which must permit a caller. */
export function rulesOf(op: Operation): RuleName[] {
  const ofRoles = ruleOfRoles(op)
  const found = [...new Set([...(ofRoles ? [ofRoles] : []), ...(rules[op.name] ?? [])])]
  if (found.length === 0)
    throw new Error(`${op.name} has no rule of the access table. Add it to ${import.meta.filename}.`)
  return found
}
