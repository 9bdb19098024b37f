import assert from 'node:assert/strict'
import { test } from 'node:test'
import { initialsOf } from './initials.ts'

const names: [name: string, initials: string][] = [
  ['Amina Elalami', 'A. E.'],
  ['Amina El Fassi', 'A. F.'],
  ['youssef aït ben haddou', 'Y. H.'],
  ['Fatima-Zahra Benali', 'F. Z. B.'],
  ["M'hamed Alaoui", 'M. H. A.'],
  ['Étienne d’Aubigné', 'É. A.'],
  ['Mohammed Amine Karim Tazi', 'M. A. K.'],
  ['أمينة الفاسي', 'أ. ف.'],
  ['إلهام بن جلون', 'إ. ج.'],
  ['الياس العلمي', 'ا. ع.'],
  ['ⵎⵓⵃⵎⵎⴰⴷ ⵓⵍⵃⴰⵊ', 'ⵎ. ⵓ.'],
  ['El', 'E.'],
  ['𝒜mina 7', '𝒜.'],
  ['\u0301\u0301 12', ''],
]

for (const [name, initials] of names)
  test(`${JSON.stringify(name)} becomes “${initials}”`, () => assert.equal(initialsOf(name), initials))
