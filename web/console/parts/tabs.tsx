import type { ReactNode } from 'react'
import { Link } from 'wouter'

export type Tab = { name: string; title: ReactNode; href: string }

/** The tabs of a screen, each with its own address. */
export function Tabs({ label, tabs, current }: { label: string; tabs: readonly Tab[]; current: string }) {
  if (tabs.length < 2) return null
  return (
    <nav className="tabs" aria-label={label}>
      {tabs.map(({ name, title, href }) => (
        <Link key={name} href={href} {...(name === current && { 'aria-current': 'page' as const })}>
          {title}
        </Link>
      ))}
    </nav>
  )
}
