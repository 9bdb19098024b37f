import { selfSigned } from '../../src/pdf/self-signed.ts'
import type { Samples, Scene } from './scene.ts'

/** Signing certificates. */
export function signingSamples({ platform, admin, doctor }: Scene): Samples {
  const uploadedCertificate = () => ({
    ...selfSigned(
      { name: 'Dr Salma Bennani', organisation: 'Cabinet', licenceNumber: null },
      platform.services.clock.now(),
    ),
    for: 'SELF',
  })
  const certificate = async (): Promise<string> => {
    const answer = await platform.call('POST', '/api/signing-certificates', {
      token: doctor.token,
      body: uploadedCertificate(),
    })
    if (answer.status !== 201) throw new Error(`Not created: ${answer.text}`)
    return answer.body.signingCertificate.id
  }
  return {
    listSigningCertificates: async () => {
      await certificate()
      return { caller: admin, query: 'status=IN_USE' }
    },
    readSigningCertificate: async () => ({ caller: doctor, id: await certificate() }),
    replaceSigningCertificate: () => ({ caller: doctor, body: uploadedCertificate() }),
    retireSigningCertificate: async () => ({ caller: doctor, id: await certificate() }),
  }
}
