import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isPublicHost } from './public-address.ts'

const hostOf = (authority: string) => new URL(`https://${authority}/`).hostname

test('a host is public unless its address or name belongs to this machine or a local network', () => {
  for (const authority of [
    'api.example.ma',
    'example.com',
    'sandbox.medina.care:8443',
    'user@api.example.ma',
    'localhost.example.ma',
    'local.ma',
    'internal.example.ma',
    'API.EXAMPLE.MA.',
    'مدينة.المغرب',
    '8.8.8.8',
    '134744072', // 8.8.8.8
    '172.32.0.1',
    '[2606:4700::1111]',
  ])
    assert.equal(isPublicHost(hostOf(authority)), true, authority)
  for (const authority of [
    'localhost',
    'LOCALHOST:3000',
    'localhost.',
    'medina.localhost',
    'medina', // a name without a dot, such as a container's
    'medina.local',
    'medina.test',
    'care.example',
    'api.medina.internal',
    'medina.internal.',
    'box.home.arpa',
    'box.lan',
    '127.0.0.1',
    '0x7f.1', // 127.0.0.1
    '2130706433', // 127.0.0.1
    '0.0.0.0',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.2',
    '169.254.169.254',
    '100.64.0.1',
    '[::1]',
    '[::]',
    '[fd00::1]',
    '[fe80::1]',
    '[::ffff:10.0.0.1]',
  ])
    assert.equal(isPublicHost(hostOf(authority)), false, authority)
})
