import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { PatientMerge } from '../../../../clients/javascript/src/medina.ts'
import { medina } from '../../api.ts'
import { count } from '../../language.ts'
import { Day } from '../../parts/day.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Form, TextField } from '../../parts/form.tsx'
import { Section } from '../../parts/page.tsx'
import { type Column, Loaded, Table } from '../../parts/table.tsx'
import { Code } from '../../parts/text.tsx'
import { text } from '../words/index.ts'
import { mergeAddress } from './duplicates.tsx'

const SHOWN_AT_MOST = 100

/** The records that were merged into a patient. Hidden if there are none. */
export function Merges({ id }: { id: string }) {
  const query = useQuery({
    queryKey: ['merges', id],
    queryFn: async () => medina.patients.listMerges(id, { pageSize: 100 }).all(SHOWN_AT_MOST),
  })
  const { merges: t, merge, fields } = text().people
  const columns: Column<PatientMerge>[] = [
    { title: fields.name, cell: ({ name }) => <bdi>{name}</bdi> },
    { title: fields.id, cell: ({ id }) => <Code>{id}</Code> },
    {
      title: merge.movedRecords,
      cell: ({ moved }) =>
        count(
          merge.records,
          Object.values(moved).reduce((sum, keys) => sum + keys.length, 0),
        ),
    },
    { title: merge.reason, cell: ({ reason }) => <bdi>{reason}</bdi> },
    { title: t.by, cell: ({ mergedBy }) => <bdi>{mergedBy.name}</bdi> },
    { title: t.at, cell: ({ mergedAt }) => <Day at={mergedAt} /> },
  ]
  if (query.data?.length === 0) return null
  return (
    <Section title={t.title}>
      <Loaded query={query} rows={1}>
        {(rows) => <Table label={t.title} columns={columns} rows={rows} keyOf={(merge) => merge.id} />}
      </Loaded>
    </Section>
  )
}

/** Opens the preview of a merge with a record that is not in the list of duplicates. */
export function MergeWithDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const [other, setOther] = useState('')
  const [, goTo] = useLocation()
  const { merges: t, guardianships, merge } = text().people
  return (
    <Dialog title={t.withTitle} onClose={onClose}>
      <p className="soft">{t.withText}</p>
      <Form
        onSubmit={() => {
          if (other.trim()) goTo(mergeAddress(id, other.trim()))
        }}
        isBusy={false}
        button={merge.preview}
      >
        <TextField
          label={guardianships.otherId}
          value={other}
          onChange={setOther}
          dir="ltr"
          autoComplete="off"
          hint={guardianships.otherIdHint}
          required
        />
      </Form>
    </Dialog>
  )
}
