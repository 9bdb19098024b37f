import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { addDays, type Code, codes, findOccasion, holidaysOf, ramadanOf } from './calendar.ts'

const years = Array.from({ length: 131 }, (_, n) => 1970 + n)
const daysOf = (year: number) =>
  holidaysOf(year)
    .map(({ code, firstDay, lastDay }) => [code, firstDay, lastDay])
    .toSorted(([, a], [, b]) => Temporal.PlainDate.compare(a!, b!))
const codesOf = (year: number) => holidaysOf(year).map(({ code }) => code)

describe('the calendar of holidays', () => {
  test('has the holidays of 2025 as Morocco celebrated them', () => {
    assert.deepEqual(daysOf(2025), [
      ['NEW_YEAR', '2025-01-01', '2025-01-01'],
      ['INDEPENDENCE_MANIFESTO', '2025-01-11', '2025-01-11'],
      ['AMAZIGH_NEW_YEAR', '2025-01-14', '2025-01-14'],
      ['EID_AL_FITR', '2025-03-31', '2025-04-01'],
      ['LABOUR_DAY', '2025-05-01', '2025-05-01'],
      ['EID_AL_ADHA', '2025-06-07', '2025-06-08'],
      ['ISLAMIC_NEW_YEAR', '2025-06-27', '2025-06-27'],
      ['THRONE_DAY', '2025-07-30', '2025-07-30'],
      ['OUED_ED_DAHAB', '2025-08-14', '2025-08-14'],
      ['REVOLUTION', '2025-08-20', '2025-08-20'],
      ['YOUTH_DAY', '2025-08-21', '2025-08-21'],
      ['MAWLID', '2025-09-05', '2025-09-06'],
      ['GREEN_MARCH', '2025-11-06', '2025-11-06'],
      ['INDEPENDENCE_DAY', '2025-11-18', '2025-11-18'],
    ])
  })

  /** https://www.lesinfos.ma/article/149640832 (Unity Day); https://lereveilafricain.info/2023/11/23 (Amazigh New Year) */
  test('has new holidays since their first year only', () => {
    for (const [code, since] of [
      ['AMAZIGH_NEW_YEAR', 2024],
      ['UNITY_DAY', 2026],
      ['THRONE_DAY', 2001],
    ] as const) {
      assert.ok(codesOf(since).includes(code))
      assert.ok(!codesOf(since - 1).includes(code), `${code} before ${since}`)
    }
  })

  test('is at most a day off the days that Morocco announced, and right for most', () => {
    const off = announced.map(([id, day]) => Temporal.PlainDate.from(day).until(findOccasion(id)!.firstDay).days)
    const count = (days: number) => off.filter((one) => one === days).length
    assert.deepEqual([count(-1), count(0), count(1)], [3, 12, 1])
  })

  test('has every holiday at least once a year, and one or two months of Ramadan', () => {
    const since2026 = codes.filter((code) => code !== 'RAMADAN').toSorted()
    for (const year of years.filter((one) => one >= 2026))
      assert.deepEqual([...new Set(codesOf(year))].toSorted(), since2026, `${year}`)
    for (const year of years) assert.ok([1, 2].includes(ramadanOf(year).length), `${year}`)
    assert.deepEqual(
      ramadanOf(2030).map(({ id }) => id),
      ['hol_ramadan_1451', 'hol_ramadan_1452'],
    )
  })

  test('has Eid al-Fitr on the day after Ramadan', () => {
    for (const { id, lastDay } of years.flatMap(ramadanOf)) {
      const eid = findOccasion(id.replace('ramadan', 'eid_al_fitr'))
      if (eid) assert.equal(eid.firstDay, addDays(lastDay, 1))
    }
  })

  test('finds each occasion by its id, and nothing by another', () => {
    const all = years.flatMap((year) => [...holidaysOf(year), ...ramadanOf(year)])
    assert.equal(new Set(all.map(({ id }) => id)).size, all.length)
    for (const one of all) assert.deepEqual(findOccasion(one.id), one)
    for (const id of [
      'hol_unity_day_2025',
      'hol_new_year_1969',
      'hol_new_year_2101',
      'hol_mawlid_2027',
      'hol_mawlid_0001',
      'hol_mawlid_9999',
      'hol_MAWLID_1448',
      'hol_constructor_2027',
      'hol_mawlid',
      '',
    ])
      assert.equal(findOccasion(id), undefined, id)
  })

  test('has a name in each language', () => {
    for (const { names } of [...holidaysOf(2026), ...ramadanOf(2026)]) {
      assert.match(names.ar, /^[\p{Script=Arabic} ]+$/u)
      for (const name of [names.fr, names.en]) assert.match(name, /^[\p{Script=Latin}\d ’-]+$/u)
    }
  })
})

/** First days by announcements of the Ministry of Habous and Islamic Affairs. */
const announced: [id: `hol_${Lowercase<Code>}_${number}`, day: string][] = [
  ['hol_eid_al_adha_1434', '2013-10-16'], // https://aujourdhui.ma/?p=156434
  ['hol_eid_al_fitr_1437', '2016-07-06'], // https://fr.le360.ma/societe/aid-al-fitr-celebre-ce-mercredi-6-juillet-au-maroc-78530
  ['hol_mawlid_1439', '2017-12-01'], // https://bladi.net/aid-mawlid-2017-maroc,50132.html
  ['hol_eid_al_adha_1440', '2019-08-12'], // https://maroc-diplomatique.net/?p=124555
  ['hol_eid_al_fitr_1441', '2020-05-24'], // https://www.lereporter.ma/aid-al-fitr-celebre-dimanche-au-maroc
  ['hol_ramadan_1444', '2023-03-23'], // https://www.bladi.net/ramadan-commence-jeudi-maroc,100962.html
  ['hol_eid_al_fitr_1444', '2023-04-22'], // https://fnh.ma/article/actualites-marocaines/aid-el-fitr-maroc-2023
  ['hol_eid_al_adha_1444', '2023-06-29'], // https://lematin.ma/express/2023/voici-date-lid-al-adha-maroc/391266.html
  ['hol_mawlid_1445', '2023-09-28'], // https://www.lebrief.ma/aid-al-mawlid-sera-celebre-le-jeudi-28-septembre-105092/
  ['hol_ramadan_1445', '2024-03-12'], // https://lebrief.ma/2024/03/10
  ['hol_eid_al_fitr_1445', '2024-04-10'], // https://fr.le360.ma/societe/officiel-aid-al-fitr-sera-celebre-demain-mercredi-10-avril-au-maroc_5CUY6WXET5CNFM7357H5VR4SY4/
  ['hol_eid_al_adha_1445', '2024-06-17'], // https://fr.le360.ma/societe/officiel-laid-al-adha-celebre-le-lundi-17-juin-au-maroc_E4FQY44KXVCYZF77MOE4GSOWFM
  ['hol_eid_al_fitr_1446', '2025-03-31'], // https://fr.walaw.press/country/eau/QWSP/articles/le_maroc_celebrera_l_aid_al-fitr_ce_lundi_31_mars/GMMSQQSQQFGQ
  ['hol_eid_al_adha_1446', '2025-06-07'], // https://www.maghrebemergent.com/revelation-la-date-de-celebration-de-laid-al-adha-2025-au-maroc-enfin-devoilee/
  ['hol_islamic_new_year_1447', '2025-06-27'], // https://www.agencemedi.com/ar/archives/4526
  ['hol_mawlid_1447', '2025-09-05'], // https://fr.allafrica.com/stories/202508250232.html
]
