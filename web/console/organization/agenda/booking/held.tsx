import type { Hold } from '../../../../../clients/javascript/src/medina.ts'
import { fill } from '../../../language.ts'
import { Button } from '../../../parts/button.tsx'
import { typedOfInstant } from '../../../parts/clock-field.tsx'
import { Failed } from '../../../parts/failed.tsx'
import { clockOf, minutesOf } from '../../../parts/morocco.ts'
import type { useHold } from './hold.ts'
import { text } from './words/index.ts'

type Shown = { doctorId: string; typeId: string | undefined; start: string; placeId: string }

/** The hold, if it is that of the time which the form shows. */
export function heldTime(hold: Hold | undefined, { doctorId, typeId, start, placeId }: Shown): Hold | undefined {
  if (hold?.doctorId !== doctorId || hold.visitTypeId !== typeId || (hold.placeId ?? '') !== placeId) return undefined
  return typedOfInstant(Date.parse(hold.startTime)) === start ? hold : undefined
}

/** Until when the chosen time is held, and a button that extends it once. */
export function Held({ hold, holding }: { hold: Hold | undefined; holding: ReturnType<typeof useHold> }) {
  const { slots: t } = text()
  const { extend, isExtended } = holding
  return (
    <div className="slots-held" role="status">
      {hold && (
        <>
          <span>{fill(t.held, { time: clockOf(minutesOf(Date.parse(hold.expiresAt))) })}</span>
          {!isExtended && (
            <Button isBusy={extend.isPending} onClick={() => extend.mutate(hold)}>
              {t.extend}
            </Button>
          )}
        </>
      )}
      {extend.error && <Failed error={extend.error} />}
    </div>
  )
}
