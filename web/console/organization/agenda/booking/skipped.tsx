import type { SkippedTime } from '../../../../../clients/javascript/src/medina.ts'
import { count } from '../../../language.ts'
import { dayOfStart, textOfDay, textOfTimes } from '../texts.ts'
import { text } from './words/index.ts'

/** The times of a series that are taken, and were left out. */
export function Skipped({ times }: { times: readonly SkippedTime[] }) {
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
    </>
  )
}
