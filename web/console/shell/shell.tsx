import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { words } from '../language.ts'
import { Anchor } from '../parts/anchor.tsx'
import { Button } from '../parts/button.tsx'
import { Icon } from '../parts/icon.tsx'
import { Toasts } from '../parts/toasts.tsx'
import type { Area, Screen } from '../screens.ts'
import { setting } from '../settings.ts'
import { Notices } from './notices.tsx'
import { SignedOut } from './signed-out.tsx'
import { useTypedAhead } from './typed-ahead.ts'
import { UserMenu } from './user-menu.tsx'

/** These are loaded when they are first opened. */
const Search = lazy(async () => ({ default: (await import('./search.tsx')).Search }))
const Shortcuts = lazy(async () => ({ default: (await import('./shortcuts.tsx')).Shortcuts }))

const areas: readonly Area[] = ['develop', 'organization']

type Opened = 'menu' | 'search' | 'help' | undefined

/** The frame of all screens: navigation, search, user menu, and notices. */
export function Shell({ screens, children }: { screens: readonly Screen[]; children: ReactNode }) {
  const [opened, setOpened] = useState<Opened>()
  const [place] = useLocation()
  const text = words()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a screen was chosen
  useEffect(() => setOpened(undefined), [place])
  useShortcuts(screens, setOpened)
  const typedAhead = useTypedAhead(opened === 'search')
  const close = () => setOpened(undefined)

  return (
    <div className="shell">
      <a className="skip" href="#content">
        {text.skip}
      </a>
      <header className="bar">
        <Button
          look="quiet"
          icon="menu"
          className="menu-button"
          aria-label={text.menu}
          aria-expanded={opened === 'menu'}
          onClick={() => setOpened(opened === 'menu' ? undefined : 'menu')}
        />
        <span className="brand">
          <img src="/docs/icon.svg" alt="" width="24" height="24" />
          <span>{text.product}</span>
        </span>
        <Button look="quiet" icon="search" className="search-button" onClick={() => setOpened('search')}>
          <span>{text.search.button}</span> <kbd>/</kbd>
        </Button>
        <UserMenu onHelp={() => setOpened('help')} />
      </header>
      <nav className="screens" aria-label={text.console} data-open={opened === 'menu'}>
        {areas.map((area) => {
          const own = screens.filter((screen) => screen.area === area)
          return (
            own.length > 0 && (
              <div key={area}>
                <h2>{text.areas[area]}</h2>
                <ul>
                  {own.map(({ name, path }) => (
                    <li key={name}>
                      <ScreenLink path={path} isCurrent={place === path || place.startsWith(`${path}/`)}>
                        <Icon name={name} />
                        {text.screens[name]}
                      </ScreenLink>
                    </li>
                  ))}
                </ul>
              </div>
            )
          )
        })}
      </nav>
      <main id="content" tabIndex={-1}>
        <Notices />
        {children}
      </main>
      <Toasts />
      <SignedOut />
      <Suspense>
        {opened === 'search' && <Search screens={screens} typedAhead={typedAhead} onClose={close} />}
        {opened === 'help' && <Shortcuts screens={screens} onClose={close} />}
      </Suspense>
    </div>
  )
}

function ScreenLink({ path, isCurrent, children }: { path: string; isCurrent: boolean; children: ReactNode }) {
  return (
    <span className={isCurrent ? 'current' : ''}>
      <Anchor href={path}>{children}</Anchor>
    </span>
  )
}

/** The time limit for the letter after `g`. */
const SEQUENCE_MS = 1500

/**
 * `/` searches, `?` shows the shortcuts, `g` and a letter opens a screen. Disabled while typing, in a dialog, and if the user
 * switched the shortcuts off (WCAG 2.1.4). Ctrl K always searches.
 */
function useShortcuts(screens: readonly Screen[], open: (what: Opened) => void): void {
  const [, goTo] = useLocation()
  useEffect(() => {
    let begunAt = Number.NEGATIVE_INFINITY
    const onKey = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, target } = event
      if ((ctrlKey || metaKey) && key.toLowerCase() === 'k') {
        event.preventDefault()
        return open('search')
      }
      if (ctrlKey || metaKey || altKey || !setting('shortcuts') || document.querySelector('dialog[open]')) return
      if (target instanceof HTMLElement && target.closest('input, select, textarea, [contenteditable]')) return
      if (performance.now() - begunAt < SEQUENCE_MS) {
        begunAt = Number.NEGATIVE_INFINITY
        const screen = screens.find(({ letter }) => letter === key)
        if (screen) goTo(screen.path)
      } else if (key === 'g') begunAt = performance.now()
      else if (key === '/' || key === '?') {
        event.preventDefault()
        open(key === '/' ? 'search' : 'help')
      }
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [screens, open, goTo])
}
