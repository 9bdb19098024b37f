import { PreconditionFailed } from '../../../clients/javascript/src/medina.ts'
import { words } from '../language.ts'
import { Button } from './button.tsx'

/** After a 412: loads the current record and keeps the input, so that the user can compare and save. */
export function Changed({ error, onReload }: { error: unknown; onReload: () => void }) {
  if (!(error instanceof PreconditionFailed)) return null
  return (
    <Button icon="again" onClick={onReload}>
      {words().reload}
    </Button>
  )
}
