import { Vault } from '../../server/src/lib/secrets.ts'
import { type Stage, settings, startStage } from '../stage.ts'
import { type Receiver, startReceiver } from './receiving.ts'

/** Server, PostgreSQL and receiver in child processes; commits are durable and have timestamps. */
export type TestBed = Stage & { receiver: Receiver }

/** The vault of the servers of a stage. */
export const vault = new Vault([Buffer.from(settings.MASTER_KEY, 'base64')])

type Setting = { env?: Record<string, string>; postgres?: Record<string, string>; receiveAt?: string }

/** Starts a test bed for `work`, and always stops it. */
export async function withTestBed<T>(
  { env, postgres, receiveAt }: Setting,
  work: (testBed: TestBed) => Promise<T>,
): Promise<T> {
  const receiver = await startReceiver(receiveAt)
  try {
    const stage = await startStage(PORT, {
      durable: true,
      postgres: { track_commit_timestamp: 'on', ...postgres },
      env: { RATE_LIMIT_PRO: settings.RATE_LIMIT_ENTERPRISE, LOG_LEVEL: 'error', ...env },
    })
    try {
      return await work({ ...stage, receiver })
    } finally {
      await stage.stop()
    }
  } finally {
    await receiver.stop()
  }
}

export const PORT = 31_840
