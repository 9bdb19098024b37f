import type { ReactNode } from 'react'
import { Link } from 'wouter'

/** A link to another screen. */
export function Anchor({ href, className, children }: { href: string; className?: string; children: ReactNode }) {
  return (
    <Link href={href} {...(className !== undefined && { className })}>
      {children}
    </Link>
  )
}
