import type { ReactNode } from 'react'
import { type Fault, Invalid } from '../../../clients/javascript/src/medina.ts'
import { fill, words } from '../language.ts'
import { number } from './text.tsx'

/** A fault in the language of the page. A rule without a code has only the server's message, in English. */
export function textOfFault({ code, limit, message }: Fault): ReactNode {
  const { faults } = words()
  const text = code === undefined ? undefined : faults.byCode[code]
  if (text !== undefined) return fill(text, limit === undefined ? {} : { limit: number(limit) })
  return (
    <>
      {faults.other}{' '}
      <span dir="ltr" lang="en">
        {message}
      </span>
    </>
  )
}

/** The fault of a field. */
export function faultOf(error: unknown, ...path: Fault['path']): ReactNode | undefined {
  if (!(error instanceof Invalid)) return undefined
  const found = error.faults.find((fault) => path.every((part, at) => fault.path[at] === part))
  return found && textOfFault(found)
}

/** The faults of a request, each with its field. */
export function Faults({ faults }: { faults: readonly Fault[] }) {
  return (
    <ul className="faults">
      {faults.map((fault) => (
        <li key={`${fault.path.join('.')} ${fault.message}`}>
          <bdi dir="ltr">
            <code>{fault.path.join('.')}</code>
          </bdi>{' '}
          {textOfFault(fault)}
        </li>
      ))}
    </ul>
  )
}
