import type { Appointment } from '../../../../clients/javascript/src/medina.ts'
import { count } from '../../language.ts'
import { Empty } from '../../parts/table.tsx'
import { Block } from './block.tsx'
import type { Column } from './columns.ts'
import type { Rooms } from './data.ts'
import { textOfDay } from './texts.ts'
import { text } from './words/index.ts'

type DayListProps = { columns: readonly Column[]; rooms: Rooms; onOpen: (appointment: Appointment) => void }

/** The agenda as lists, for phones and paper. */
export function DayLists({ columns, rooms, onOpen }: DayListProps) {
  // The title of the screen shows a single day.
  const hasDays = new Set(columns.map(({ day }) => day)).size > 1
  return columns.map(({ key, day, doctor, items }) => (
    <section key={key} className="agenda-list">
      <h2>
        <bdi>{doctor.name}</bdi>
        {hasDays && `, ${textOfDay(day)}`} <span className="soft">{count(text().appointments, items.length)}</span>
      </h2>
      {items.length === 0 && <Empty title={text().empty} />}
      <ol>
        {items.map(({ id, appointment }) => (
          <li key={id}>
            <Block appointment={appointment} room={rooms.get(id)} onOpen={() => onOpen(appointment)} />
          </li>
        ))}
      </ol>
    </section>
  ))
}
