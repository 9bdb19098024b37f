import { Fragment, type ReactNode, useEffect, useRef } from 'react'
import { words } from '../language.ts'
import { Anchor } from './anchor.tsx'

type PageProps = {
  title: string
  /** A sentence below the title. */
  lead?: ReactNode
  /** Buttons beside the title. */
  actions?: ReactNode
  /** A link to the list of this record. */
  above?: { href: string; title: string }
  children: ReactNode
}

/** A screen. Its title gets the focus when the screen is opened. */
export function Page({ title, lead, actions, above, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} · ${words().product}`
  }, [title])
  useEffect(() => heading.current?.focus(), [])
  return (
    <>
      <div className="page-head">
        <div>
          {above && (
            <p className="above">
              <Anchor href={above.href}>{above.title}</Anchor>
            </p>
          )}
          <h1 ref={heading} tabIndex={-1}>
            {breakable(title)}
          </h1>
          {lead && <p className="lead">{lead}</p>}
        </div>
        {actions && <div className="actions">{actions}</div>}
      </div>
      {children}
    </>
  )
}

/** Long codes break after an underscore. */
const breakable = (title: string): ReactNode =>
  title.split(/(?<=_)/).map((part) => (
    <Fragment key={part}>
      {part}
      <wbr />
    </Fragment>
  ))

/** A part of a screen, with its heading. */
export function Section({ title, actions, children }: { title: string; actions?: ReactNode; children: ReactNode }) {
  return (
    <section className="section">
      <div className="section-head">
        <h2>{title}</h2>
        {actions && <div className="actions">{actions}</div>}
      </div>
      {children}
    </section>
  )
}
