import type { Samples, Scene } from './scene.ts'

/** The letterhead, the audit log, and the sandbox. */
export function platformSamples({ admin, patient }: Scene): Samples {
  return {
    readLetterhead: () => ({ by: patient }),
    updateLetterhead: () => ({
      by: admin,
      body: {
        name: 'Cabinet',
        address: '1, rue du Parc',
        identifiers: [{ label: 'ICE', value: '0' }],
        logoSvg: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>',
      },
    }),
    listRequests: () => ({ by: admin, query: 'status=4xx' }),
    readUsage: () => ({ by: admin, query: 'period=7d' }),
    listAudit: () => ({ by: admin, query: `patientId=${patient.id}` }),
    resetSandbox: () => ({ by: patient }),
    readClock: () => ({ by: patient }),
    triggerEvent: () => ({ by: admin, body: { event: 'review.created' } }),
    moveClock: () => ({ by: admin, body: { advanceSec: 1 } }),
  }
}
