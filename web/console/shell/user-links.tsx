import { useSearchParams } from 'wouter'
import { words } from '../language.ts'
import { Button } from '../parts/button.tsx'
import type { Session } from '../session.ts'
import { choose, useSetting } from '../settings.ts'

const languages = [
  ['fr', 'Français'],
  ['ar', 'العربية'],
  ['en', 'English'],
] as const

/** Account, organisations, settings and signing out. */
export function UserLinks({ user, isInSeveral }: { user: Session['user']; isInSeveral: boolean }) {
  const utc = useSetting('utc')
  const text = words().user
  const [parameters] = useSearchParams()
  const inLanguage = (code: string) => {
    const changed = new URLSearchParams(parameters)
    changed.set('lang', code)
    return `?${changed}`
  }
  return (
    <>
      <p>
        <strong>
          <bdi>{user.name}</bdi>
        </strong>
        <br />
        <bdi dir="ltr">{user.email}</bdi>
      </p>
      <ul className="user-links">
        <li>
          <a href="/account">{text.account}</a>
        </li>
        {isInSeveral && (
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
            <a href={inLanguage(code)} lang={code} aria-current={code === words().language ? 'true' : undefined}>
              {name}
            </a>
          </li>
        ))}
      </ul>
      <Button onClick={signOut}>{text.signOut}</Button>
    </>
  )
}

/** Signs the user out. */
async function signOut(): Promise<void> {
  const answer = await fetch('/api/auth/csrf')
  const { csrfToken } = (await answer.json()) as { csrfToken: string }
  await fetch('/api/auth/signout', { method: 'POST', body: new URLSearchParams({ csrfToken }) })
  location.assign('/signin')
}
