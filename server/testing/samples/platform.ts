import type { Samples, Scene } from './scene.ts'

/** The letterhead, the audit log, and the sandbox. */
export function platformSamples({ admin, patient }: Scene): Samples {
  return {
    readLetterhead: () => ({ caller: patient }),
    updateLetterhead: () => ({
      caller: admin,
      body: {
        name: 'Cabinet',
        address: '1, rue du Parc',
        identifiers: [{ label: 'ICE', value: '0' }],
        logoSvg: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>',
      },
    }),
    listRequests: () => ({ caller: admin, query: 'status=4xx' }),
    readUsage: () => ({ caller: admin, query: 'period=7d' }),
    listAudit: () => ({ caller: admin, query: `patientId=${patient.id}` }),
    verifyAudit: () => ({ caller: admin }),
    resetSandbox: () => ({ caller: patient }),
    readClock: () => ({ caller: patient }),
    triggerEvent: () => ({ caller: admin, body: { event: 'review.created' } }),
    moveClock: () => ({ caller: admin, body: { advanceSec: 1 } }),
  }
}
