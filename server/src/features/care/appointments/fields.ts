import type { Schema } from '../../../db/schema.ts'
import type { Answer } from '../../../http/operation.ts'
import type { readAppointment } from './contract.ts'

type Appointment = Answer<typeof readAppointment>['appointment']

/** The column of each field of an appointment. The statements, answers and events of the feature derive from it. */
export const columns = {
  id: 'id',
  doctorId: 'doctor_id',
  patientId: 'patient_id',
  status: 'status',
  startTime: 'start_time',
  endTime: 'end_time',
  notes: 'notes',
  videoRoomId: 'video_room_id',
  pastVisit: 'past_visit',
  proposed: 'proposed',
  visitTypeId: 'visit_type_id',
  placeId: 'place_id',
  mode: 'mode',
  visitReason: 'visit_reason',
  lateCancel: 'late_cancel',
  movedCount: 'moved_count',
  seriesId: 'series_id',
} as const satisfies Record<Exclude<keyof Appointment, 'patient' | 'doctor'>, keyof Schema['appointments']>

export type Field = keyof typeof columns
export const fields = Object.keys(columns) as Field[]
