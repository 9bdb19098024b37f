import { z } from 'zod'
import { rolesOf } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import { operation } from '../../../http/operation.ts'
import {
  commaList,
  id,
  instant,
  line,
  page,
  pagination,
  person,
  sex,
  utc,
  withoutDuplicates,
} from '../../../lib/fields.ts'
import { boundFaults, flags, MAX_TESTS, MAX_VALUES, statuses } from './rules.ts'

const status = z.enum(statuses).meta({ id: 'LabOrderStatus' })

const TESTS = ['Glycémie à jeun', 'Créatinine']

const labOrder = z
  .object({
    id: id('lab'),
    patientId: id('usr'),
    doctorId: id('usr').nullable().meta({ description: 'Null if an administrator ordered without a doctor.' }),
    appointmentId: id('apt').nullable(),
    tests: z.array(z.string()).meta({ example: TESTS }),
    status,
    createdAt: utc,
    updatedAt: utc,
    releasedAt: utc.nullable().meta({ description: 'When the results were released to the patient.', example: null }),
    laboratoryId: id('usr').nullable().meta({ description: 'The addressed laboratory, if any.' }),
    doctor: person.nullable(),
    laboratory: person.nullable(),
    patient: person,
    birthDate: z
      .string()
      .nullable()
      .meta({ description: 'Of the patient, for the laboratory; null for others.', example: null, format: 'date' }),
    sex: sex.nullable().meta({ description: 'Of the patient, for the laboratory; null for others.', example: null }),
  })
  .meta({ id: 'LabOrder' })

const bound = (description: string, example: number) => ({ description, example })
const fieldMetadata = {
  param: { description: 'The measured parameter.', example: 'Glucose' },
  value: { description: 'A number, or text for qualitative results.', example: 1.12 },
  unit: { example: 'g/L' },
  low: bound('The lowest normal value.', 0.7),
  high: bound('The highest normal value.', 1.1),
  criticalLow: bound('Values below it are critical.', 0.45),
  criticalHigh: bound('Values above it are critical.', 4),
}

const labResult = z
  .object({
    id: id('res'),
    labOrderId: id('lab'),
    enteredAt: utc,
    releasedAt: utc.nullable().meta({ description: 'When the results were released to the patient; null until then.' }),
    results: z.array(
      z
        .object({
          param: z.string().meta(fieldMetadata.param),
          value: z.union([z.number(), z.string()]).meta(fieldMetadata.value),
          unit: z.string().nullable().meta(fieldMetadata.unit),
          low: z.number().nullable().meta(fieldMetadata.low),
          high: z.number().nullable().meta(fieldMetadata.high),
          criticalLow: z.number().nullable().meta(fieldMetadata.criticalLow),
          criticalHigh: z.number().nullable().meta(fieldMetadata.criticalHigh),
          flag: z.enum(flags).nullable().meta({
            description: 'Result of the comparison with the bounds; null for text, and for numbers without bounds.',
            example: 'HIGH',
          }),
        })
        .meta({ id: 'LabValue', description: 'One value of a lab result.' }),
    ),
  })
  .meta({ id: 'LabResult' })

const value = z.union([z.number(), line(200)], {
  error: ({ input }) => (input === undefined ? undefined : 'must be a number or one line of at most 200 characters'),
})

const givenValue = z
  .strictObject({
    param: line(200).meta(fieldMetadata.param),
    value: value.meta(fieldMetadata.value),
    unit: line(50).nullish().meta(fieldMetadata.unit),
    low: z.number().nullish().meta(fieldMetadata.low),
    high: z.number().nullish().meta(fieldMetadata.high),
    criticalLow: z.number().nullish().meta(fieldMetadata.criticalLow),
    criticalHigh: z.number().nullish().meta(fieldMetadata.criticalHigh),
  })
  .superRefine((given, issues) => {
    for (const { path, message } of boundFaults(given)) issues.addIssue({ code: 'custom', path, message })
  })
  .meta({ id: 'NewLabValue' })

const UNREADABLE =
  'Callers who may change it but not read it get only the required fields: an administrator who has not opened the file of the patient, and a laboratory that cancelled it.'

const changed = labOrder
  .partial()
  .required({ id: true, status: true })
  .meta({ id: 'ChangedLabOrder', description: `A lab order after a change. ${UNREADABLE}` })

const entered = labResult
  .partial()
  .required({ id: true, labOrderId: true })
  .meta({ id: 'EnteredLabResult', description: `A lab result that was entered. ${UNREADABLE}` })

const named = z.object({ id: id('lab') })
const base = { tag: 'Lab orders', subject: 'Lab order' } as const
export const listLabOrders = operation('lab_orders:read', {
  ...base,
  method: 'GET',
  path: '/api/lab-orders',
  name: 'listLabOrders',
  call: 'labOrders.list',
  summary: 'List lab orders',
  description:
    'Patients see their own lab orders, doctors and dentists the ones that they ordered, laboratories the ones that are addressed to them and not cancelled. Administrators see the lab orders of patients whose file they opened. Newest first.',
  query: z.strictObject({
    ...page,
    status: commaList(status),
    patientId: id('usr').optional(),
    doctorId: id('usr').optional(),
    laboratoryId: id('usr').optional(),
    from: instant.optional().meta({ description: 'Ordered at this time or later.' }),
    to: instant.optional().meta({ description: 'Ordered before this time.' }),
  }),
  answer: z.object({ labOrders: z.array(labOrder), pagination }),
})

export const submitLabOrder = operation('lab_orders:write', {
  ...base,
  method: 'POST',
  path: '/api/lab-orders',
  name: 'submitLabOrder',
  call: 'labOrders.submit',
  summary: 'Order lab tests',
  description:
    'Doctors and dentists order in their own name. Administrators order in the name of `doctorId`, or by default of the doctor of the appointment, if any.',
  roles: rolesOf(access.labOrders.submit),
  body: z
    .strictObject({
      patientId: id('usr'),
      appointmentId: id('apt')
        .optional()
        .meta({ description: 'An appointment of the patient, and of the caller if a doctor or dentist.' }),
      doctorId: id('usr')
        .optional()
        .meta({ description: 'For administrators: the doctor in whose name the tests are ordered.' }),
      laboratoryId: id('usr').optional().meta({ description: 'The verified laboratory that receives the lab order.' }),
      tests: withoutDuplicates(z.array(line(200)).min(1).max(MAX_TESTS)).meta({
        description: 'The tests, without duplicates.',
      }),
    })
    .meta({ example: { patientId: 'usr_sandbox_patient', tests: TESTS } }),
  status: 201,
  answer: z.object({ labOrder: changed }),
  refusals: 'The order is in the name of another doctor, or the caller is not verified.',
})

export const readLabOrder = operation('lab_orders:read', {
  ...base,
  method: 'GET',
  path: '/api/lab-orders/{id}',
  name: 'readLabOrder',
  call: 'labOrders.get',
  summary: 'Read a lab order',
  description:
    'Available to the patient, the doctor, the addressed laboratory, and administrators who opened the file of the patient.',
  params: named,
  answer: z.object({ labOrder }),
})

export const updateLabOrder = operation('lab_orders:write', {
  ...base,
  method: 'PUT',
  path: '/api/lab-orders/{id}',
  name: 'updateLabOrder',
  call: 'labOrders.update',
  summary: 'Update the status of a lab order',
  description:
    'A lab order goes from ORDERED to COLLECTED, IN_PROGRESS, RESULTS_READY and RELEASED, one step at a time; before RELEASED it may become CANCELLED. Its doctor, its laboratory and administrators set the status. RELEASED makes the results available to the patient, and alerts the doctor of critical values. Setting the current status changes nothing.',
  roles: rolesOf(access.labOrders.update),
  params: named,
  body: z.strictObject({ status }).meta({ example: { status: 'COLLECTED' } }),
  answer: z.object({ labOrder: changed }),
  conflicts:
    'The current status does not allow it, or there are no results: details.state has from, to and the allowed statuses.',
  refusals: 'The caller is not verified.',
})

export const cancelLabOrder = operation('lab_orders:write', {
  ...base,
  method: 'POST',
  path: '/api/lab-orders/{id}/cancel',
  name: 'cancelLabOrder',
  call: 'labOrders.cancel',
  summary: 'Cancel a lab order',
  description:
    'Has the effect of `PUT /api/lab-orders/{id}` with the status CANCELLED. Its doctor, its laboratory and administrators can cancel it before it is RELEASED. Cancelling again changes nothing.',
  roles: rolesOf(access.labOrders.update),
  params: named,
  answer: z.object({ labOrder: changed }),
  conflicts: 'The lab order is RELEASED: details.state has from, to and the allowed statuses.',
  refusals: 'The caller is not verified.',
})

export const chooseLaboratory = operation('lab_orders:write', {
  ...base,
  method: 'PUT',
  path: '/api/lab-orders/{id}/laboratory',
  name: 'chooseLaboratory',
  call: 'labOrders.chooseLaboratory',
  summary: 'Choose the laboratory of a lab order',
  description:
    'The patient, the doctor and administrators can choose while the lab order is ORDERED; null removes the laboratory. The laboratory sees the lab order and the patient’s name, birth date and sex; the previous laboratory no longer sees them. Patient and doctor are notified if another user chose.',
  roles: rolesOf(access.labOrders.chooseLaboratory),
  params: named,
  body: z.strictObject({ laboratoryId: id('usr').nullable() }).meta({
    example: { laboratoryId: 'usr_sandbox_laboratory' },
  }),
  answer: z.object({ labOrder: changed }),
  conflicts: 'The lab order is no longer ORDERED: details.state.',
})

export const enterLabResults = operation('lab_orders:write', {
  ...base,
  method: 'POST',
  path: '/api/lab-orders/{id}/results',
  name: 'enterLabResults',
  call: 'labOrders.results.enter',
  summary: 'Enter the results of a lab order',
  description:
    'Its doctor, its laboratory and administrators can enter results. Sets the status RESULTS_READY from any earlier status. Until the release, results can be entered again, under a new id: the last ones count, and earlier ones are kept.',
  roles: rolesOf(access.labOrders.update),
  params: named,
  body: z
    .strictObject({
      results: withoutDuplicates(z.array(givenValue).min(1).max(MAX_VALUES), 'param').meta({
        description:
          'All values, with unique parameters. Only numbers have bounds, in ascending order: criticalLow, low, high, criticalHigh.',
      }),
    })
    .meta({
      example: {
        results: [
          { param: 'Glucose', value: 1.12, unit: 'g/L', low: 0.7, high: 1.1, criticalLow: 0.45, criticalHigh: 4 },
          { param: 'Aspect du sérum', value: 'limpide' },
        ],
      },
    }),
  status: 201,
  answer: z.object({ labResult: entered }),
  conflicts: 'The lab order is RELEASED or CANCELLED.',
  refusals: 'The caller is not verified.',
})

export const readLabResult = operation('lab_orders:read', {
  ...base,
  subject: 'Lab result',
  method: 'GET',
  path: '/api/lab-orders/{id}/results',
  name: 'readLabResult',
  call: 'labOrders.results.get',
  summary: 'Read the results of a lab order',
  description:
    'Returns the results that were entered last. 404 while there are none; patients get 404 until the release. Bounds are inclusive: a value equal to a bound is normal.',
  params: named,
  answer: z.object({ labResult }),
})
