import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { pathsOf, startPlatform } from '../../../../testing/harness.ts'
import { newPractice } from '../../../../testing/practice.ts'
import { marketing, news, welcome, writeTemplates } from './campaigns-testing.ts'

const platform = await startPlatform()
const { owner } = platform
const practice = await newPractice(platform)
const elsewhere = await newPractice(platform)
const { admin } = practice
for (const each of [practice, elsewhere]) await writeTemplates(platform, each.admin)
const { make, campaign, change, enrol, get } = marketing(platform, admin)

describe('a campaign', () => {
  test('returns its steps as they were created, with numbers', async () => {
    const created = await make(admin, { name: ' Bienvenue ', steps: [welcome, { ...news('Grippe'), channel: 'SMS' }] })
    assert.equal(created.status, 201)
    const { id, createdAt, updatedAt, ...shown } = created.body.campaign
    assert.match(id, /^cmp_[0-9a-f]{32}$/)
    assert.equal(createdAt, updatedAt)
    assert.partialDeepStrictEqual(shown, {
      name: 'Bienvenue',
      enabled: true,
      steps: [
        { number: 1, delayHours: 0, templateCode: 'WELCOME', channel: null, variables: {}, faults: [] },
        {
          number: 2,
          delayHours: 24,
          templateCode: 'NEWS',
          channel: 'SMS',
          variables: { headline: 'Grippe' },
          faults: [],
        },
      ],
    })
    const none = { active: 0, completed: 0, stopped: 0 }
    assert.deepEqual((await get(`/${id}`)).body, { campaign: { ...created.body.campaign, enrolments: none } })
  })

  test('is listed newest first, filtered by enabled', async () => {
    const own = await newPractice(platform)
    await writeTemplates(platform, own.admin)
    const [older, newer] = [
      await campaign(own.admin, [welcome]),
      await campaign(own.admin, [welcome], { enabled: false }),
    ]
    const ids = async (query = '') => {
      const { campaigns } = (await get(query, own.admin)).body
      return campaigns.map(({ id }: { id: string }) => id)
    }
    assert.deepEqual(await ids(), [newer, older])
    assert.deepEqual(await ids('?enabled=true'), [older])
    assert.deepEqual(await ids('?enabled=false'), [newer])
    assert.deepEqual(await ids('?pageSize=1&page=2'), [older])
    assert.equal((await get('?enabled=maybe', own.admin)).status, 422)
  })

  test('needs MARKETING templates and their variables, and reports all faults', async () => {
    await owner.query(`insert into notification_templates values ($1, 'ELSEWHERE', 'MARKETING', '{}')`, [
      elsewhere.tenantId,
    ])
    const steps = [
      { delayHours: 0, templateCode: 'ABSENT' },
      { delayHours: 1, templateCode: 'ELSEWHERE' },
      { delayHours: 1, templateCode: 'OPENING_HOURS' },
      { delayHours: 1, templateCode: 'APPOINTMENT_CREATED' },
      { delayHours: 1, templateCode: 'NEWS' },
      { delayHours: 1, templateCode: 'NEWS', variables: { headline: 'one\ntwo', surplus: 'x' } },
    ]
    const refused = await make(admin, { name: 'Wrong', steps })
    assert.equal(refused.status, 422)
    assert.deepEqual(pathsOf(refused), [
      'steps.0.templateCode',
      'steps.1.templateCode',
      'steps.2.templateCode',
      'steps.3.templateCode',
      'steps.4.variables.headline',
      'steps.5.variables.headline',
      'steps.5.variables.surplus',
    ])
    const messages = refused.body.error.details.slice(0, 4).map(({ message }: { message: string }) => message)
    assert.equal(new Set(messages).size, 1)
    const id = await campaign(admin, [welcome])
    assert.deepEqual(pathsOf(await change(admin, id, { steps })), pathsOf(refused))
  })

  test('can have no delay only before its first step', async () => {
    for (const [body, path] of [
      [{ steps: [welcome] }, 'name'],
      [{ name: 'two\nlines', steps: [welcome] }, 'name'],
      [{ name: 'x' }, 'steps'],
      [{ name: 'x', steps: [] }, 'steps'],
      [{ name: 'x', steps: Array(31).fill(news('x')) }, 'steps'],
      [{ name: 'x', steps: [welcome, welcome] }, 'steps.1.delayHours'],
      [{ name: 'x', steps: [{ ...welcome, delayHours: -1 }] }, 'steps.0.delayHours'],
      [{ name: 'x', steps: [{ ...welcome, delayHours: 1.5 }] }, 'steps.0.delayHours'],
      [{ name: 'x', steps: [{ ...welcome, delayHours: 8761 }] }, 'steps.0.delayHours'],
      [{ name: 'x', steps: [{ ...welcome, channel: 'FAX' }] }, 'steps.0.channel'],
      [{ name: 'x', steps: [{ ...welcome, templateCode: 'x' }] }, 'steps.0.templateCode'],
      [{ name: 'x', steps: [{ ...welcome, variables: { a: 1 } }] }, 'steps.0.variables.a'],
      [{ name: 'x', steps: [welcome], enabled: 'yes' }, 'enabled'],
    ] as const) {
      const refused = await make(admin, body)
      assert.equal(refused.status, 422, JSON.stringify(body))
      assert.deepEqual(pathsOf(refused), [path])
    }
  })

  test('can be changed field by field, and a step with the same number or content keeps its number', async () => {
    const id = await campaign(admin, [welcome, news('A'), news('B')])
    const numbers = async (steps: object[]) => {
      const changed = await change(admin, id, { steps })
      assert.equal(changed.status, 200, changed.text)
      assert.deepEqual((await get(`/${id}`)).body.campaign.steps, changed.body.campaign.steps)
      return changed.body.campaign.steps.map(({ number }: { number: number }) => number)
    }
    assert.deepEqual(await numbers([welcome, news('A', 48), news('B')]), [1, 2, 3], 'another delay keeps the number')
    assert.deepEqual(await numbers([news('B'), news('A')]), [3, 2])
    assert.deepEqual(await numbers([news('A'), { ...news('Corrected'), number: 3 }]), [2, 3])
    assert.deepEqual(await numbers([news('A'), news('A'), news('Corrected'), news('C')]), [2, 4, 3, 5])
    const { steps } = (await change(admin, id, { name: 'Renamed', enabled: false })).body.campaign
    assert.equal(steps.length, 4, 'absent fields stay unchanged')
    for (const [given, path] of [
      [[{ ...welcome, number: 1 }], 'steps.0.number'],
      [
        [
          { ...news('A'), number: 2 },
          { ...news('A'), number: 2 },
        ],
        'steps.1.number',
      ],
    ] as const)
      assert.deepEqual(pathsOf(await change(admin, id, { steps: given })), [path])
  })

  test('is accessible only to administrators of its organisation', async () => {
    const id = await campaign(admin, [welcome])
    const absent = await change(admin, 'cmp_absent', { name: 'x' })
    assert.equal(absent.status, 404)
    for (const answer of [
      await change(elsewhere.admin, id, { name: 'x' }),
      await get(`/${id}`, elsewhere.admin),
      await get(`/${id}/enrolments`, elsewhere.admin),
      await enrol(elsewhere.admin, id, { patientIds: [elsewhere.patient.id] }),
    ])
      assert.equal(`${answer.status} ${answer.text}`, `404 ${absent.text}`)
    for (const caller of [practice.doctor, practice.dentist, practice.patient, practice.pharmacist])
      for (const answer of [
        await make(caller, { name: 'x', steps: [welcome] }),
        await change(caller, id, { name: 'x' }),
        await enrol(caller, id, { patientIds: [practice.patient.id] }),
        await get('', caller),
        await get(`/${id}`, caller),
        await get(`/${id}/enrolments`, caller),
      ])
        assert.equal(answer.status, 403)
  })
})
