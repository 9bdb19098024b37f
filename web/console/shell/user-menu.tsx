import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState, useSyncExternalStore } from 'react'
import { medina, sessions } from '../api.ts'
import { words } from '../language.ts'
import { Button } from '../parts/button.tsx'
import { Icon } from '../parts/icon.tsx'

/** This is loaded when the menu is first opened. */
const UserLinks = lazy(async () => ({ default: (await import('./user-links.tsx')).UserLinks }))

/** The organisation and the user, with links about the account. */
export function UserMenu({ onHelp }: { onHelp: () => void }) {
  const [wasOpened, setOpened] = useState(false)
  const { session } = useSyncExternalStore(sessions.subscribe, sessions.state)
  const memberships = useQuery({
    queryKey: ['memberships'],
    queryFn: async () => medina.me.listMemberships(),
    staleTime: 300_000,
  })
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
        <span className="sr">{words().user.menu}</span>
        <bdi>{session?.user.name}</bdi>
      </Button>
      <div id="user-menu" popover="auto" className="user-menu" onToggle={() => setOpened(true)}>
        <Suspense>
          {wasOpened && session && <UserLinks user={session.user} isInSeveral={(memberships.data?.length ?? 0) > 1} />}
        </Suspense>
      </div>
    </>
  )
}
