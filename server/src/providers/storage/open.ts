import { Clock } from '../../lib/clock.ts'
import type { Vault } from '../../lib/secrets.ts'
import type { StorageAddress } from './address.ts'
import { FolderStorage } from './folder.ts'
import type { Storage } from './index.ts'
import { S3Storage } from './s3.ts'
import { SignedAddresses } from './signed-addresses.ts'

/**
 * The configured storage: a folder, whose files this server serves, or a bucket.
 * @throws {StorageError} if the folder cannot be used
 */
export async function openStorage(
  { storage, cdnUrl }: { storage: StorageAddress; cdnUrl: string },
  vault: Vault,
  clock: Clock,
): Promise<Storage> {
  if (storage.kind === 's3') return new S3Storage(storage, new Clock())
  const addresses = new SignedAddresses(cdnUrl, vault.deriveRing('file addresses'), clock)
  return FolderStorage.open(storage.path, vault, addresses)
}
