import { Button } from '../../parts/button.tsx'
import { State } from '../../parts/state.tsx'
import type { Column } from '../../parts/table.tsx'
import { text } from '../words/index.ts'

type Words = Record<'status' | 'active' | 'inactive' | 'edit', string>

/** Whether a record is offered, and a button to edit it. */
export const offeredColumns = <T extends { name: string; active: boolean }>(
  t: Words,
  onEdit: (row: T) => void,
): Column<T>[] => [
  {
    title: t.status,
    cell: ({ active }) => <State tone={active ? 'good' : 'off'}>{active ? t.active : t.inactive}</State>,
  },
  {
    title: text().actions,
    cell: (row) => (
      <Button aria-label={`${t.edit} ${row.name}`} onClick={() => onEdit(row)}>
        {t.edit}
      </Button>
    ),
  },
]
