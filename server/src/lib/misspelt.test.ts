import assert from 'node:assert/strict'
import { test } from 'node:test'
import { misspelt } from './misspelt.ts'

const names = [
  'MODE',
  'HOST',
  'PORT',
  'MAINTENANCE',
  'DATA_DIR',
  'PUBLIC_URL',
  'DATABASE_URL',
  'SMS_URL',
  'EMAIL_URL',
  'LOG_LEVEL',
  'TRUSTED_PROXIES',
  'RATE_LIMIT_PRO',
  'INTERNAL_TOKEN',
]

test('finds the name behind swapped, missing, doubled or replaced letters', () => {
  for (const [given, name] of Object.entries({
    PUBLIC_ULR: 'PUBLIC_URL',
    PUBILC_URL: 'PUBLIC_URL',
    PUBLI_URL: 'PUBLIC_URL',
    PUBLIC_URLS: 'PUBLIC_URL',
    PUBLIC_URI: 'PUBLIC_URL',
    PUBLIK_URL: 'PUBLIC_URL',
    PUBLICURL: 'PUBLIC_URL',
    'PUBLIC-URL': 'PUBLIC_URL',
    public_url: 'PUBLIC_URL',
    Public_Ulr: 'PUBLIC_URL',
    DATABSE_ULR: 'DATABASE_URL',
    DATADIR: 'DATA_DIR',
    TRUSTED_PROXY: 'TRUSTED_PROXIES',
    MAINTENENCE: 'MAINTENANCE',
    MDOE: 'MODE',
    PROT: 'PORT',
  }))
    assert.equal(misspelt(given, names), name, given)
})

test('ignores names that differ more, or are other words', () => {
  for (const given of [
    ...['NODE', 'MODEL', 'MODES', 'HOME', 'HOSTS', 'HOSTNAME', 'POST', 'PATH', 'mode', 'host', 'port'],
    ...['SNS_URL', 'CMS_URL', 'DATABASE_SSL', 'RATE_LIMIT_RPM', 'EXTERNAL_TOKEN', 'LOG_FORMAT', 'REACT_APP_PUBLIC_URL'],
    ...['', '_', 'DATA', 'URL', 'PUBLIC', '__', 'DATABASE'],
  ])
    assert.equal(misspelt(given, names), undefined, given)
})
