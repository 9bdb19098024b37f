import { fileURLToPath } from 'node:url'
import { AddressFault, credentialsOf, parametersOf, parseAddress } from '../address.ts'

type FolderAddress = { kind: 'folder'; path: string }

export type S3Address = {
  kind: 's3'
  /** The prefix of every object's URL: host, bucket and prefix, without a trailing slash. */
  base: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  /** Requested for every object; undefined: the bucket's default. */
  encryption: 'AES256' | 'aws:kms' | undefined
}

export type StorageAddress = FolderAddress | S3Address

const BUCKET = /^\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])((?:\/[\w-][\w.-]*)*)\/?$/

/**
 * `file:///var/lib/medina-care/files`, or
 * `s3://ACCESS_KEY:SECRET@host:port/bucket/prefix?region=eu-west-3&style=virtual&sse=aws:kms`; `s3+http://` for a server on
 * this machine.
 * @throws {AddressFault}
 */
export function storageAddress(text: string): StorageAddress {
  if (/^file:/i.test(text)) return folderAddress(text)
  if (/^s3(\+http)?:/i.test(text)) return s3Address(text)
  throw new AddressFault('must be an address that begins with file:/// or s3://')
}

function folderAddress(text: string): FolderAddress {
  const url = /^file:\/\/\/[^/]/i.test(text) && URL.canParse(text) ? new URL(text) : undefined
  if (!url || url.pathname === '/' || url.search !== '' || url.hash !== '')
    throw new AddressFault('must have the absolute path of a folder: file:///var/lib/medina-care/files')
  try {
    return { kind: 'folder', path: fileURLToPath(url) }
  } catch {
    throw new AddressFault('must be percent-encoded as URLs are')
  }
}

function s3Address(text: string): S3Address {
  const url = parseAddress(text, ['s3', 's3+http'])
  const { region = 'us-east-1', style = 'path', sse } = parametersOf(url, ['region', 'style', 'sse'])
  const { user: accessKeyId, password: secretAccessKey } = credentialsOf(url, 'ACCESS_KEY:SECRET@')
  const [, bucket, prefix = ''] = BUCKET.exec(url.pathname) ?? []
  if (bucket === undefined)
    throw new AddressFault('must have a bucket, and a prefix of letters, digits, ., _ and - only, if any')
  if (!/^[a-z0-9-]{1,40}$/.test(region)) throw new AddressFault('must have a region like eu-west-3')
  if (style !== 'path' && style !== 'virtual') throw new AddressFault('must have a style of path or virtual')
  if (sse !== undefined && sse !== 'AES256' && sse !== 'aws:kms')
    throw new AddressFault('must have an sse of AES256 or aws:kms, or none for the default of the bucket')
  const scheme = url.protocol === 's3:' ? 'https' : 'http'
  const base = style === 'path' ? `${scheme}://${url.host}/${bucket}` : `${scheme}://${bucket}.${url.host}`
  if (!URL.canParse(base)) throw new AddressFault('must have a valid host name')
  return { kind: 's3', base: base + prefix, region, accessKeyId, secretAccessKey, encryption: sse }
}
