import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deviceOf } from './device.ts'

test('a device is named by browser and system', () => {
  const webKit = 'AppleWebKit/537.36 (KHTML, like Gecko)'
  for (const [userAgent, expected] of [
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webKit} Chrome/144.0.0.0 Safari/537.36`, 'Chrome, Windows'],
    [
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webKit} Chrome/144.0.0.0 Safari/537.36 Edg/144.0.0.0`,
      'Edge, Windows',
    ],
    [
      `Mozilla/5.0 (Linux; Android 16; SM-A356B) ${webKit} SamsungBrowser/29.0 Chrome/136.0 Mobile Safari/537.36`,
      'Samsung Internet, Android',
    ],
    ['Mozilla/5.0 (Android 16; Mobile; rv:144.0) Gecko/144.0 Firefox/144.0', 'Firefox, Android'],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 Version/26.0 Mobile/15E148 Safari/604.1',
      'Safari, iPhone',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/26.0 Safari/605.1.15',
      'Safari, macOS',
    ],
    ['curl/8.14.1', undefined],
    ['', undefined],
    [null, undefined],
  ] as const)
    assert.equal(deviceOf(userAgent), expected, userAgent ?? 'none')
})
