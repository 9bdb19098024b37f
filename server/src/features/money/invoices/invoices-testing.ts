import type { Person } from '../../../../testing/factories.ts'
import type { Answer, Platform } from '../../../../testing/harness.ts'
import { consult } from '../../../../testing/practice.ts'

/** Creates, pays, refunds and reads invoices. */
export function cashier(platform: Platform) {
  const { call } = platform
  const post = (caller: Person, path: string, body: object, key?: string): Promise<Answer> =>
    call('POST', `/api/invoices${path}`, {
      token: caller.token,
      body,
      ...(key === undefined ? {} : { headers: { 'idempotency-key': key } }),
    })
  return {
    post,
    pay: (caller: Person, id: string, body: object, key?: string) => post(caller, `/${id}/payments`, body, key),
    refund: (caller: Person, id: string, body: object, key?: string) => post(caller, `/${id}/refunds`, body, key),
    /** Creates an invoice for a new consultation. */
    async invoice(doctor: Person, patient: Person, amountMAD = 40_000): Promise<string> {
      const appointmentId = await consult(platform, doctor, patient)
      const answer = await post(doctor, '', { patientId: patient.id, appointmentId, amountMAD })
      if (answer.status !== 201) throw new Error(`Not invoiced: ${answer.text}`)
      return answer.body.invoice.id
    },
    read: async (caller: Person, id: string) =>
      (await call('GET', `/api/invoices/${id}`, { token: caller.token })).body.invoice,
  }
}
