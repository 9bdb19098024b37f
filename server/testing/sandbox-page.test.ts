import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, test } from 'node:test'
import { promisify } from 'node:util'
import { magicRecipients } from '../src/messages/providers/magic.ts'
import { startPlatform } from './harness.ts'

/** docs/sandbox.md: checks its people, recipients and cards, and runs its examples. */
const page = readFileSync(resolve(import.meta.dirname, '../../docs/sandbox.md'), 'utf8')
const platform = await startPlatform()

function sectionOf(name: string): string {
  const [, text] = new RegExp(`<!-- ${name} -->\n(.*?)\n<!-- /${name} -->`, 's').exec(page) ?? []
  assert.ok(text, `docs/sandbox.md has no section ${name}.`)
  return text
}

/** Runs blocks of the page in one shell. @returns the printed lines */
async function run(...names: string[]): Promise<string[]> {
  const script = names.map((name) => sectionOf(name).replace(/^```\w*$/gm, '')).join('\n')
  const env = { PATH: process.env.PATH ?? '', PUBLIC_URL: platform.url }
  const { stdout } = await promisify(execFile)('bash', ['-euc', script], { env })
  return stdout.trim().split('\n')
}

describe('docs/sandbox.md', () => {
  test('names existing people with the right secrets', async () => {
    const named = [...page.matchAll(/`(usr_sandbox_\w+)`/g)].map(([, id]) => id!)
    const { rows } = await platform.owner.query('select id from users where login_id is null and id = any($1)', [named])
    const withoutAccount = rows.map(({ id }) => id)
    assert.deepEqual(withoutAccount.sort(), ['usr_sandbox_baby', 'usr_sandbox_child', 'usr_sandbox_grandmother'])
    for (const id of new Set(named).difference(new Set(withoutAccount))) {
      const client = id.slice('usr_'.length).replaceAll('_', '-')
      assert.ok(page.includes(`\`${client}\``), client)
      const me = await platform.call('GET', '/api/users/me', { token: await platform.tokenOf(client) })
      assert.equal(me.body.id, id)
    }
    assert.ok(named.length >= 7)
  })

  test('explains exactly the magic cards', () => {
    const provider = readFileSync(resolve(import.meta.dirname, '../src/providers/payments/embedded.ts'), 'utf8')
    const cards = (text: string) => [...new Set([...text.matchAll(/tok_\w+/g)].map(([token]) => token))].sort()
    assert.deepEqual(cards(sectionOf('cards')), cards(provider))
  })

  test('explains exactly the magic recipients', () => {
    assert.deepEqual(
      sectionOf('recipients').split('\n').slice(2), // below the head
      magicRecipients.map(
        ({ mailbox, number, what }) => `| ${mailbox ? `\`${mailbox}\` ` : ''}| \`${number}\` | ${what} |`,
      ),
    )
  })

  test('shows how an unconfirmed appointment is cancelled', async () => {
    assert.equal((await run('cancelled')).at(-1), 'CANCELLED')
  })

  test('shows the jobs of a month', async () => {
    const printed = (await run('cancelled', 'month')).map((line) => line.split(' '))
    const codes = ['APPOINTMENT_REMINDER_D1', 'APPOINTMENT_REMINDER_H2', 'APPOINTMENT_CANCELLED']
    for (const code of [...codes, 'EXPIRY_WARNING', 'CHECKUP_INVITATION'])
      assert.ok(Number(printed.find(([name]) => name === code)![1]) > 0, code)
  })

  test('shows how a patient is reminded', async () => {
    assert.equal((await run('cancelled', 'reminded')).at(-1), 'APPOINTMENT_REMINDER_D1')
  })
})
