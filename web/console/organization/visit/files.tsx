import { useQuery } from '@tanstack/react-query'
import { NotFound, type VisitFile } from '../../../../clients/javascript/src/medina.ts'
import { medina } from '../../api.ts'
import { fill } from '../../language.ts'
import { OpenButton } from '../../parts/open-button.tsx'
import { Section } from '../../parts/page.tsx'
import { type Column, Loaded, Table } from '../../parts/table.tsx'
import { Time } from '../../parts/text.tsx'
import { text } from './words/index.ts'

/** The files that were shared in the room of an appointment. */
export function Files({ appointmentId }: { appointmentId: string }) {
  const query = useQuery({
    queryKey: ['visit-files', appointmentId],
    queryFn: async () => medina.appointments.files.list(appointmentId),
  })
  const t = text().files
  const columns: Column<VisitFile>[] = [
    { title: t.name, cell: ({ name }) => <bdi>{name}</bdi> },
    { title: t.by, cell: ({ sharedBy }) => <bdi>{sharedBy}</bdi> },
    { title: t.at, cell: ({ createdAt }) => <Time at={createdAt} /> },
    {
      title: t.actions,
      cell: ({ id, name }) => (
        <OpenButton
          name={fill(t.openNamed, { name })}
          addressOf={async () => (await medina.appointments.files.get(appointmentId, id)).url}
        >
          {t.open}
        </OpenButton>
      ),
    },
  ]
  // An administrator has not opened the file of the patient.
  if (query.error instanceof NotFound) return null
  return (
    <Section title={t.title}>
      <Loaded query={query} rows={2}>
        {(files) =>
          files.length === 0 ? (
            <p className="soft">{t.none}</p>
          ) : (
            <Table label={t.title} columns={columns} rows={files} keyOf={({ id }) => id} />
          )
        }
      </Loaded>
    </Section>
  )
}
