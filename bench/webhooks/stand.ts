import { Vault } from '../../server/src/lib/secrets.ts'
import { type Stage, setStage, settings } from '../stage.ts'
import { type Receiver, startReceiver } from './receiving.ts'

/** Server, PostgreSQL and receiver, each in a process of its own; every commit waits for the disk and has its time noted. */
export type Stand = Stage & { receiver: Receiver }

/** The keys that the servers of a stage seal with. */
export const vault = new Vault([Buffer.from(settings.MASTER_KEY, 'base64')])

type Setting = { env?: Record<string, string>; postgres?: Record<string, string>; receiveAt?: string }

/** Sets a stand up for `work`, and strikes it whatever comes of that. */
export async function onStand<T>(
  { env, postgres, receiveAt }: Setting,
  work: (stand: Stand) => Promise<T>,
): Promise<T> {
  const receiver = await startReceiver(receiveAt)
  try {
    const stage = await setStage(PORT, {
      durable: true,
      postgres: { track_commit_timestamp: 'on', ...postgres },
      env: { RATE_LIMIT_PRO: settings.RATE_LIMIT_ENTERPRISE, LOG_LEVEL: 'error', ...env },
    })
    try {
      return await work({ ...stage, receiver })
    } finally {
      await stage.strike()
    }
  } finally {
    await receiver.stop()
  }
}

export const PORT = 31_840
