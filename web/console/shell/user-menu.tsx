import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { medina, sessions } from '../api.ts'
import { words } from '../language.ts'
import { Button } from '../parts/button.tsx'
import { Icon } from '../parts/icon.tsx'
import { choose, useSetting } from '../settings.ts'

const languages = [
  ['fr', 'Français'],
  ['ar', 'العربية'],
  ['en', 'English'],
] as const

/** The organisation and the person, with what concerns the account. */
export function UserMenu({ onHelp }: { onHelp: () => void }) {
  const { session } = useSyncExternalStore(sessions.subscribe, sessions.state)
  const memberships = useQuery({
    queryKey: ['memberships'],
    queryFn: async () => medina.me.listMemberships(),
    staleTime: 300_000,
  })
  const utc = useSetting('utc')
  const text = words().user
  const current = memberships.data?.find((membership) => membership.current)
  return (
    <>
      {current && (
        <bdi className="organization" title={current.organization.id}>
          {current.organization.name}
        </bdi>
      )}
      <Button look="quiet" icon="help" aria-label={words().help.title} onClick={onHelp} />
      <Button look="quiet" className="user-button" popoverTarget="user-menu">
        <Icon name="person" />
        <span className="sr">{text.menu}</span>
        <bdi>{session?.user.name}</bdi>
      </Button>
      <div id="user-menu" popover="auto" className="user-menu">
        <p>
          <strong>
            <bdi>{session?.user.name}</bdi>
          </strong>
          <br />
          <bdi dir="ltr">{session?.user.email}</bdi>
        </p>
        <ul className="user-links">
          <li>
            <a href="/account">{text.account}</a>
          </li>
          {(memberships.data?.length ?? 0) > 1 && (
            <li>
              <a href="/signin/organization?callbackUrl=/console">{text.organizations}</a>
            </li>
          )}
          <li>
            <a href="/docs">{text.reference}</a>
          </li>
        </ul>
        <label className="switch">
          <input type="checkbox" checked={utc} onChange={({ target }) => choose('utc', target.checked)} />
          {text.utc}
        </label>
        <ul className="languages" aria-label={text.language}>
          {languages.map(([code, name]) => (
            <li key={code}>
              <a href={`?lang=${code}`} lang={code} aria-current={code === words().language ? 'true' : undefined}>
                {name}
              </a>
            </li>
          ))}
        </ul>
        <Button onClick={signOut}>{text.signOut}</Button>
      </div>
    </>
  )
}

/** Ends the session at once. */
async function signOut(): Promise<void> {
  const answer = await fetch('/api/auth/csrf')
  const { csrfToken } = (await answer.json()) as { csrfToken: string }
  await fetch('/api/auth/signout', { method: 'POST', body: new URLSearchParams({ csrfToken }) })
  location.assign('/signin')
}
