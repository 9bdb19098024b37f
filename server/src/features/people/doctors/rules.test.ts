import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fold } from '../../../lib/fold.ts'
import { places } from './places.ts'
import { isLanguage, slugOf, spellingsOfCity, spellingsOfSpecialty } from './rules.ts'
import { specialties } from './specialties.ts'

test('each spelling belongs to one place or specialty, and is listed once', () => {
  for (const [entries, atLeast] of [
    [places, 90],
    [specialties, 60],
  ] as const) {
    assert.ok(entries.length >= atLeast)
    const all = entries.flatMap((entry) => entry.map(fold))
    assert.deepEqual(
      all.filter((spelling, at) => all.indexOf(spelling) !== at),
      [],
    )
    for (const entry of entries) {
      assert.ok(entry.every((spelling) => fold(spelling) !== ''))
      assert.ok(
        entry.some((spelling) => /\p{Script=Arabic}/u.test(spelling)) &&
          entry.some((spelling) => /[a-z]/.test(spelling)),
        `${entry[0]} has both scripts`,
      )
    }
  }
})

test('a city and a specialty are found by every spelling', () => {
  for (const [first, ...others] of [
    ['Fès', 'fez', 'FÈS', 'فاس'],
    ['Casablanca', 'casa', 'CASA', 'الدار البيضاء', 'دار البيضاء', 'كازابلانكا', 'Dar el-Beïda'],
    ['Tanger', 'Tangier', 'طنجة'],
    ['Marrakech', 'marrakesh', 'مراكش'],
    ['Laâyoune', 'العيون', 'El Aaiún'],
  ])
    for (const other of others) assert.deepEqual(spellingsOfCity(other), spellingsOfCity(first!), other)
  for (const [first, ...others] of [
    ['Cardiologie', 'cardiology', 'CARDIOLOGUE', 'أمراض القلب', 'طب القلب', 'امراض قلب'],
    ['Médecine dentaire', 'dentiste', 'Dentist', 'طب الأسنان', 'chirurgien dentiste'],
    ['ORL', 'oto rhino laryngologie', 'ENT', 'أنف أذن حنجرة'],
  ])
    for (const other of others) assert.deepEqual(spellingsOfSpecialty(other), spellingsOfSpecialty(first!), other)
  assert.deepEqual(spellingsOfCity('Douar Aït Ziane'), ['douar ait ziane'], 'an unknown place is its only spelling')
})

test('languages have one code: two letters, or three if there is no two-letter code', () => {
  for (const code of ['fr', 'ar', 'en', 'es', 'zgh', 'ary', 'shi']) assert.ok(isLanguage(code), code)
  for (const code of ['', 'FR', 'xx', 'fra', 'ara', 'french', 'fr-MA', 'iw', 'f1']) assert.ok(!isLanguage(code), code)
})

test('a slug contains the name in any script', () => {
  assert.equal(slugOf('Dr Nadia Chraïbi'), 'dr-nadia-chraibi')
  assert.equal(slugOf(' Dr. N’Golo  Œuvrard '), 'dr-ngolo-œuvrard')
  assert.equal(slugOf('د. خديجة العلمي'), 'د-خديجة-العلمي')
  assert.equal(slugOf('***'), 'doctor')
})
