import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cleaned, hasDirectionControls, hasLineBreak, isBlank } from './written.ts'

test('text without visible characters is blank', () => {
  for (const words of [
    '',
    ' \t\r\n\v\f',
    '\u00a0\u1680\u2000\u2009\u200a\u2028\u2029\u202f\u205f\u3000',
    '\u200b\u200c\u200d\u200e\u200f\u2060\u2061\u2064\ufeff',
    '\u00ad\u034f\u061c\u180e\u17b4\u17b5',
    '\u115f\u1160\u3164\uffa0',
    '\u202a\u202e\u2066\u2069',
    '\u2800\ufff9\ufffb\u{1d159}',
    '\ufe0f\u{e0041}\u{e0100}',
    '\0\u0007\u009f',
  ])
    assert.ok(isBlank(words), JSON.stringify(words))
})

test('visible text with joiners, as in Persian and emoji, is not blank', () => {
  for (const words of ['a', '.', '\u200bم', 'می‌خواهم', '👩🏽‍⚕️', '٣', '한', 'ⵣ', ' \u00a0—', '\u200d\u0301', '\u0605'])
    assert.ok(!isBlank(words), JSON.stringify(words))
})

test('detects direction controls and line breaks anywhere', () => {
  for (const words of ['\u202eabc', 'a\u2067b', 'ab\u2069'])
    assert.ok(hasDirectionControls(words) && hasDirectionControls(words))
  for (const words of ['a\nb', '\u2028a', 'a\0', 'a\u0085']) assert.ok(hasLineBreak(words) && hasLineBreak(words))
  assert.ok(!hasDirectionControls('\u200eabc\u200f د. نادية') && !hasLineBreak('a\u00a0b'))
})

test('cleaned text is one line', () => {
  assert.equal(cleaned(' Eve\r\nBcc: all@test.example\u2028\u202ex '), 'Eve Bcc: all@test.example x')
})
