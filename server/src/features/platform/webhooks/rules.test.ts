import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AddressGuard } from '../../../lib/address-guard.ts'
import { forbiddenAddressFault, urlFault } from './rules.ts'

const loopback = ['127.0.0.0/8', '::1/128']
const production = { guard: new AddressGuard([]), allowHttp: false }
const sandbox = { guard: new AddressGuard(loopback), allowHttp: true }
const faultOf = (url: string, reach: typeof production) => urlFault(url) ?? forbiddenAddressFault(url, reach)

const loopbackSpellings = [
  '127.0.0.1',
  '127.1',
  '0x7f.1',
  '0x7f000001',
  '017700000001',
  '2130706433',
  '127.0.0.1.',
  '%31%32%37.0.0.1',
  '①②⑦.⓪.⓪.①',
  '１２７.0.0.1',
  '127。0。0。1',
  '127.255.255.254',
  'localhost',
  'LOCALHOST',
  'localhost.',
  'a.localhost',
  'ⓛocalhost',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[::ffff:7f00:1]',
  '[::ffff:127.0.0.1]',
]
const privateHosts = [
  '0',
  '0.0.0.0',
  '10.1.2.3',
  '100.100.100.200',
  '168.63.129.16',
  '169.254.169.254',
  '0xA9FEA9FE',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.192',
  '192.168.1.1',
  '198.18.0.1',
  '203.0.113.7',
  '224.0.0.1',
  '255.255.255.255',
  '[::]',
  '[::ffff:10.0.0.1]',
  '[::7f00:1]',
  '[64:ff9b::7f00:1]',
  '[64:ff9b:1::1]',
  '[100::1]',
  '[2001::1]',
  '[2001:db8::1]',
  '[2002:7f00:1::]',
  '[3fff::1]',
  '[5f00::1]',
  '[fc00::1]',
  '[fd00:ec2::254]',
  '[fe80::1]',
  '[fec0::1]',
  '[ff02::1]',
]

test('refuses every spelling of an address that is not public', () => {
  for (const host of [...loopbackSpellings, ...privateHosts]) {
    assert(faultOf(`https://${host}/hook`, production), `production accepts https://${host}`)
    assert(faultOf(`http://${host}/hook`, production), `production accepts http://${host}`)
  }
  for (const host of privateHosts) {
    assert(faultOf(`https://${host}/hook`, sandbox), `the sandbox accepts https://${host}`)
    assert(faultOf(`http://${host}/hook`, sandbox), `the sandbox accepts http://${host}`)
  }
})

test('accepts loopback in the sandbox, over plain HTTP too', () => {
  for (const host of loopbackSpellings) {
    assert.equal(faultOf(`http://${host}:8080/hook`, sandbox), undefined, host)
    assert.equal(faultOf(`https://${host}:8443/hook`, sandbox), undefined, host)
  }
})

test('accepts https to public hosts, and plain HTTP to none', () => {
  for (const host of [
    'example.com',
    'example.com.',
    'xn--bcher-kva.example',
    'bücher.example',
    '8.8.8.8',
    '[2606:4700::1]',
    '11.0.0.1',
  ]) {
    for (const reach of [production, sandbox]) {
      assert.equal(faultOf(`https://${host}/hook?key=1`, reach), undefined, host)
      assert(faultOf(`http://${host}/hook`, reach), host)
    }
  }
})

test('accepts networks that the operator added, over plain HTTP only in the sandbox', () => {
  const cidrs = new AddressGuard(['10.2.0.0/16', 'fd00::/8'])
  for (const host of ['10.2.3.4', '[fd00::5]']) {
    assert.equal(faultOf(`https://${host}/`, { guard: cidrs, allowHttp: false }), undefined)
    assert(faultOf(`http://${host}/`, { guard: cidrs, allowHttp: false }))
    assert.equal(faultOf(`http://${host}/`, { guard: cidrs, allowHttp: true }), undefined)
  }
  assert(faultOf('https://10.3.0.1/', { guard: cidrs, allowHttp: true }))
  assert(faultOf('http://localhost/', { guard: cidrs, allowHttp: true }))
})

test('refuses malformed URLs, credentials, fragments and reserved ports', () => {
  const refused = [
    'example.com/hook',
    '/hook',
    'ftp://example.com/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'https://user@example.com/',
    'https://user:password@example.com/',
    'https://:password@example.com/',
    'https://example.com/#part',
    'https://example.com/#',
    ' https://example.com/',
    'https://example.com/a b',
    'https://exa\nmple.com/',
    'https://example.com/\u0085',
    'https://example.com:25/',
    'https://example.com:1023/',
    'https://example.com:0/',
    'https://example.com:99999/',
    'https://',
    'https://1.2.3.4.5/',
  ]
  for (const url of refused) assert(urlFault(url), url)
  for (const port of ['', ':443', ':1024', ':65535']) assert.equal(urlFault(`https://example.com${port}/`), undefined)
})
