import type { Samples, Scene } from './scene.ts'

/** The audit log, and the sandbox. */
export function platformSamples({ admin, patient }: Scene): Samples {
  return {
    listAudit: () => ({ by: admin, query: `patientId=${patient.id}` }),
    resetSandbox: () => ({ by: patient }),
    readClock: () => ({ by: patient }),
    moveClock: () => ({ by: admin, body: { advanceSec: 1 } }),
  }
}
