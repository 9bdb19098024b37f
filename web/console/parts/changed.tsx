import { PreconditionFailed } from '../../../clients/javascript/src/medina.ts'
import { words } from '../language.ts'
import { Button } from './button.tsx'

/** After a 412: loads the record as it is now, and keeps what was typed, so that it can be compared and saved. */
export function Changed({ error, onReload }: { error: unknown; onReload: () => void }) {
  if (!(error instanceof PreconditionFailed)) return null
  return (
    <Button icon="again" onClick={onReload}>
      {words().reload}
    </Button>
  )
}
