import { APP_ROLE, rolePasswords, urlFor, WORKER_ROLE } from '../src/db/roles.ts'
import { Vault } from '../src/lib/secrets.ts'

export const testMasterKeys = [Buffer.alloc(32, 'test master key')]

/** The URL of a test database for the application's role. */
export const testAppUrl = (ownerUrl: string): string =>
  urlFor(APP_ROLE, rolePasswords(new Vault(testMasterKeys)).app, ownerUrl)

/** The URL of a test database for the worker's role. */
export const testWorkerUrl = (ownerUrl: string): string =>
  urlFor(WORKER_ROLE, rolePasswords(new Vault(testMasterKeys)).worker, ownerUrl)
