import type { Appointment } from '../../../../clients/javascript/src/medina.ts'

/** Appointments as they will be after changes that are not sent yet, by id. */
export const postponed = new Map<string, Appointment>()

/** An appointment of the server with its postponed change. */
export const withPostponed = (appointment: Appointment): Appointment => postponed.get(appointment.id) ?? appointment
