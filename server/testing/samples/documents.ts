import { bookCompletedConsultation, prescribe } from '../practice.ts'
import type { Samples, Scene } from './scene.ts'

/** Documents. */
export function documentSamples({ platform, world, doctor, patient, appointment }: Scene): Samples {
  const certificate = async () => ({
    templateId: 'certificate',
    data: {
      appointmentId: await bookCompletedConsultation(platform, doctor, patient),
      statement: `Statement: ${world.canary}`,
    },
  })
  const document = async (): Promise<string> => {
    const made = await platform.call('POST', '/api/pdf/generate', { token: doctor.token, body: await certificate() })
    if (made.status !== 200) throw new Error(`Not generated: ${made.text}`)
    return made.body.documentId
  }

  return {
    generatePdf: async () => {
      const { id } = await prescribe(platform, doctor, patient, (await appointment()).id)
      return { caller: patient, body: { templateId: 'prescription', data: { prescriptionId: id } } }
    },
    listDocuments: async () => {
      await document()
      return { caller: patient, query: `templateId=certificate&patientId=${patient.id}` }
    },
    readDocument: async () => ({ caller: patient, id: await document() }),
    updateDocument: async () => ({ caller: doctor, id: await document(), body: { status: 'CANCELLED' } }),
    cancelDocument: async () => ({ caller: doctor, id: await document(), body: { reason: 'Établi par erreur' } }),
  }
}
