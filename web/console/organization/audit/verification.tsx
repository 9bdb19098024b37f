import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { AuditFault } from '../../../../clients/javascript/src/medina.ts'
import { medina } from '../../api.ts'
import { count, fill } from '../../language.ts'
import { Button } from '../../parts/button.tsx'
import { Day } from '../../parts/day.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Failed } from '../../parts/failed.tsx'
import { Code, Copied, number } from '../../parts/text.tsx'
import { text } from '../words/index.ts'

/** What the calls of a verification found so far. */
type Found = { entries: number; faults: AuditFault[]; head: string | null; sealedAt: string | null }

const nothing: Found = { entries: 0, faults: [], head: null, sealedAt: null }

/** Verifies the chain of the audit log, step by step, until its end or until the dialog is closed. */
export function Verification({ onClose }: { onClose: () => void }) {
  const left = useRef(new AbortController())
  const [found, setFound] = useState(nothing)
  useEffect(() => () => left.current.abort(), [])
  const verification = useMutation({
    mutationFn: async () => {
      let sum = nothing
      setFound(sum)
      for (let cursor: string | undefined; ; ) {
        const step = await medina.audit.verify({ cursor }, { signal: left.current.signal })
        sum = {
          ...step,
          entries: sum.entries + step.entries,
          faults: [...sum.faults, ...step.faults],
        }
        setFound(sum)
        if (step.nextCursor === null) return
        cursor = step.nextCursor
      }
    },
  })
  const t = text().audit
  return (
    <Dialog title={t.verify} onClose={onClose}>
      <p>{t.verifyText}</p>
      <Button look="main" isBusy={verification.isPending} onClick={() => verification.mutate()}>
        {t.verifyButton}
      </Button>
      <div role="status" className="verification">
        {verification.isPending && <p>{fill(t.verifying, { n: number(found.entries) })}</p>}
        {verification.isSuccess && <Result found={found} />}
      </div>
      {verification.error && <Failed error={verification.error} />}
      <p>{t.verifyCommand}</p>
      <Copied value="npm run verify-audit" />
      <p className="hint">{t.verifyHint}</p>
    </Dialog>
  )
}

/** The number of faults that are named. */
const SHOWN_AT_MOST = 20

function Result({ found: { entries, faults, head, sealedAt } }: { found: Found }) {
  const t = text().audit
  if (faults.length > 0)
    return (
      <>
        <p className="bad-news">{count(t.faulty, faults.length)}</p>
        <ul className="plain">
          {faults.slice(0, SHOWN_AT_MOST).map(({ kind, subject }) => (
            <li key={`${kind} ${subject}`}>
              <Code>{subject}</Code> {t.faults[kind] ?? kind}
            </li>
          ))}
        </ul>
      </>
    )
  if (head === null || sealedAt === null) return <p>{t.noSeal}</p>
  return (
    <>
      <p className="good-news">{count(t.intact, entries)}</p>
      <p>
        {t.head} <Day at={sealedAt} />
      </p>
      <Copied value={head} label={t.head} />
    </>
  )
}
