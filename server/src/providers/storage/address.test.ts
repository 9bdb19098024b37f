import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AddressFault } from '../address.ts'
import { storageAddress } from './address.ts'

test('a folder is an absolute path', () => {
  assert.deepEqual(storageAddress('file:///var/lib/medina%20care/files'), {
    kind: 'folder',
    path: '/var/lib/medina care/files',
  })
})

test('a bucket URL holds the location, the credentials and the encryption', () => {
  assert.deepEqual(storageAddress('s3://AKIA1:ab%2Fc+d%3D@s3.eu-west-3.amazonaws.com/papers?region=eu-west-3'), {
    kind: 's3',
    base: 'https://s3.eu-west-3.amazonaws.com/papers',
    region: 'eu-west-3',
    accessKeyId: 'AKIA1',
    secretAccessKey: 'ab/c+d=',
    encryption: undefined,
  })
  assert.partialDeepStrictEqual(
    storageAddress('s3://key:secret@s3.fr-par.scw.cloud/papers/of/clinics/?region=fr-par&style=virtual&sse=aws:kms'),
    { base: 'https://papers.s3.fr-par.scw.cloud/of/clinics', region: 'fr-par', encryption: 'aws:kms' },
  )
  assert.partialDeepStrictEqual(storageAddress('s3://key:secret@minio.example.ma:9000/papers?sse=AES256'), {
    base: 'https://minio.example.ma:9000/papers',
    region: 'us-east-1',
    encryption: 'AES256',
  })
})

test('a bucket is unencrypted on loopback only', () => {
  for (const host of ['localhost:9000', '127.0.0.1:9000', '[::1]:9000'])
    assert.partialDeepStrictEqual(storageAddress(`s3+http://key:secret@${host}/papers`), {
      base: `http://${host}/papers`,
    })
  assert.throws(() => storageAddress('s3+http://key:secret@minio:9000/papers'), /encrypted/)
})

test('rejects invalid URLs with a reason, and without their secrets', () => {
  const faults = {
    'ftp://secret@host/bucket': /file:\/\/\/ or s3:\/\//,
    'file:files': /absolute path/,
    'file://host/files': /absolute path/,
    'file:///': /absolute path/,
    'file:////files': /absolute path/,
    'file:///files?secret': /absolute path/,
    'file:///fi%2Fles': /percent-encoded/,
    's3://host/bucket': /ACCESS_KEY:SECRET@/,
    's3://key@host/bucket': /ACCESS_KEY:SECRET@/,
    's3://key:sec%ret@host/bucket': /percent-encoded/,
    's3://key:sec/ret@host/bucket': /begins with s3:\/\//,
    's3://key:secret@/bucket': /begins with s3:\/\//,
    's3://key:secret@host': /bucket/,
    's3://key:secret@host/': /bucket/,
    's3://key:secret@host/Bucket': /bucket/,
    's3://key:secret@host/bucket/sp%20ace': /bucket/,
    's3://key:secret@host/bucket/.hidden': /bucket/,
    's3://key:secret@host/bucket?region=Paris!': /region/,
    's3://key:secret@host/bucket?style=host': /style/,
    's3://key:secret@host/bucket?sse=none': /sse/,
    's3://key:secret@host/bucket?tls=off': /parameters/,
    's3://key:secret@host/bucket?region=a&region=b': /parameters/,
  }
  for (const [text, message] of Object.entries(faults))
    assert.throws(
      () => storageAddress(text),
      (error) => error instanceof AddressFault && message.test(error.message) && !/sec.*ret@/.test(error.message),
      text,
    )
})
