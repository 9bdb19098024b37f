import type { SkippedTime } from '../../../../../clients/javascript/src/medina.ts'
import { count } from '../../../language.ts'
import { Button } from '../../../parts/button.tsx'
import { dayOfStart, textOfDay, textOfTimes } from '../texts.ts'
import { text } from './words/index.ts'

type SkippedProps = { times: readonly SkippedTime[]; button: string; onClose: () => void }

/** The times of a series that are taken, and were left out. */
export function Skipped({ times, button, onClose }: SkippedProps) {
  return (
    <>
      <p>{count(text().series.skipped, times.length)}</p>
      <ul className="times">
        {times.map((time) => (
          <li key={time.startTime}>
            {textOfDay(dayOfStart(time))}, <bdi>{textOfTimes(time)}</bdi>
          </li>
        ))}
      </ul>
      <div className="form-foot">
        <Button look="main" onClick={onClose}>
          {button}
        </Button>
      </div>
    </>
  )
}
