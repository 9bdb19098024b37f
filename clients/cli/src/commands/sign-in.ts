import { assertAtMost, type Command, medinaOf } from '../command.ts'
import { EXIT, Failure } from '../failure.ts'
import { checkedUrl, type Profile, profileOf, removeProfile, saveProfile } from '../profiles.ts'
import { ask, askSecret } from '../prompt.ts'

export const login: Command = {
  name: 'login',
  says: 'store the URL, client and secret of an installation',
  options: {
    url: { value: 'URL', says: 'the installation' },
    'client-id': { value: 'ID', says: 'the client' },
  },
  examples: [
    'medina login',
    'medina login --url http://localhost:3000 --client-id sandbox-admin < secret.txt',
    'medina login --profile clinic --url https://api.clinic.example',
  ],
  async run(given) {
    const { args, options, profile: name, terminal, signal } = given
    assertAtMost(args, 0)
    const url = checkedUrl((options.url as string) ?? (await ask('URL: ', signal, '--url')))
    const clientId = (options['client-id'] as string) ?? (await ask('Client: ', signal, '--client-id'))
    const clientSecret = await askSecret('Secret: ', signal)
    if (!clientSecret)
      throw new Failure(EXIT.usage, 'The secret is empty.', 'Type it at the prompt, or pass it on stdin.')
    const profile: Profile = { url, clientId, clientSecret }
    const me = await medinaOf(given, profile).me.get({ signal })
    saveProfile(name, profile)
    terminal.message(`Signed in to ${url} as ${me.name} (${me.role}), profile ${name}.`)
  },
}

export const logout: Command = {
  name: 'logout',
  says: 'remove a profile',
  examples: ['medina logout', 'medina logout --profile clinic'],
  async run({ args, profile, terminal }) {
    assertAtMost(args, 0)
    if (!removeProfile(profile)) throw new Failure(EXIT.notSignedIn, `There is no profile ${profile}.`)
    terminal.message(`Removed the profile ${profile}.`)
  },
}

export const whoami: Command = {
  name: 'whoami',
  says: 'show the signed-in user',
  examples: ['medina whoami', 'medina whoami --json'],
  async run(given) {
    const { args, terminal, profile: name, signal } = given
    assertAtMost(args, 0)
    const profile = profileOf(name)
    const { id, name: person, role, tenantId } = await medinaOf(given, profile).me.get({ signal })
    const { url, clientId } = profile
    const seen = { profile: name, url, clientId, userId: id, name: person, role, tenantId }
    if (terminal.json) terminal.object(seen)
    else for (const [key, value] of Object.entries(seen)) terminal.item(undefined, [key.padEnd(8), value])
  },
}
