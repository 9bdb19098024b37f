import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { grouped, newSerial, parseSerial } from './serial.ts'

describe('a serial number', () => {
  test('has twenty characters, each of thirty-two values', () => {
    const created = Array.from({ length: 400 }, newSerial)
    for (const serial of created) assert.match(serial, /^[0-9A-HJKMNP-TV-Z]{20}$/)
    assert.equal(new Set(created).size, created.length)
    for (let at = 0; at < 20; at++) assert.ok(new Set(created.map((serial) => serial[at])).size === 32, `sign ${at}`)
  })

  test('is read in any notation', () => {
    const serial = '7Q4M2K9D0XWT5BHN81CE'
    for (const written of [
      serial,
      grouped(serial),
      '7q4m-2k9d-oxwt-5bhn-8lce',
      ' 7Q4M 2K9D 0XWT 5BHN 8iCE\n',
      '7Q4M–2K9D—OXWT‑5BHN−8ICE',
      '\u200f7Q4M\u00a02K9D\u202f0XWT-5BHN-81CE\u200e',
    ])
      assert.equal(parseSerial(written), serial, JSON.stringify(written))
  })

  test('is refused with another length or other characters', () => {
    for (const written of [
      '',
      '-',
      '7Q4M2K9D0XWT5BHN81C',
      '7Q4M2K9D0XWT5BHN81CE0',
      '7Q4M2K9D0XWT5BHN81CU',
      '7Q4M2K9D0XWT5BHN81C.',
      '٧Q4M2K9D0XWT5BHN81CE',
      '7Q4M2K9D0XWT5BHN81CE\0',
    ])
      assert.equal(parseSerial(written), undefined, JSON.stringify(written))
  })

  test('is formatted in groups of four', () =>
    assert.equal(grouped('7Q4M2K9D0XWT5BHN81CE'), '7Q4M-2K9D-0XWT-5BHN-81CE'))
})
