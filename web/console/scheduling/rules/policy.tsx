import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { BookingPolicy } from '../../../../clients/javascript/src/medina.ts'
import { medina, queries } from '../../api.ts'
import { faultOf } from '../../parts/fault.tsx'
import { Check } from '../../parts/fields.tsx'
import { MutationForm, TextField } from '../../parts/form.tsx'
import { Section } from '../../parts/page.tsx'
import { Loaded } from '../../parts/table.tsx'
import { say } from '../../parts/toasts.tsx'
import { numberOf } from '../../parts/typed-number.ts'
import { text } from '../words/index.ts'

/** The rules on late cancellations and missed visits. */
export function Policy() {
  const query = useQuery({
    queryKey: ['booking-policy'],
    queryFn: async () => {
      const { data, meta } = await medina.bookingPolicy.get().withMeta()
      return { policy: data, etag: meta.etag }
    },
    staleTime: 0,
    refetchOnWindowFocus: false, // would replace what is being edited
  })
  return (
    <Section title={text().policy.title}>
      <Loaded query={query} rows={3}>
        {({ policy, etag }) => <PolicyForm key={etag} policy={policy} etag={etag} />}
      </Loaded>
    </Section>
  )
}

const USUAL_LIMIT = 3

function PolicyForm({ policy, etag }: { policy: BookingPolicy; etag: string | undefined }) {
  const [hours, setHours] = useState(String(policy.lateCancelHours))
  const [isLimited, setLimited] = useState(policy.noShowLimit !== null)
  const [limit, setLimit] = useState(String(policy.noShowLimit ?? USUAL_LIMIT))
  const [days, setDays] = useState(String(policy.noShowDays))
  const { policy: t } = text()
  const save = useMutation({
    mutationFn: async () => {
      // An empty limit is sent as 0, which the server refuses: null would mean no limit.
      const missed = isLimited ? { noShowLimit: Number(limit), noShowDays: numberOf(days) } : { noShowLimit: null }
      return medina.bookingPolicy.update({ lateCancelHours: numberOf(hours), ...missed }, { ifMatch: etag })
    },
    onSuccess: async () => {
      say(t.saved)
      await queries.invalidateQueries({ queryKey: ['booking-policy'] })
    },
  })
  const fault = (field: string) => faultOf(save.error, field)
  return (
    <MutationForm mutation={save} button={t.save}>
      <TextField
        label={t.lateCancelHours}
        hint={t.lateCancelHint}
        type="number"
        min={0}
        max={168}
        value={hours}
        onChange={setHours}
        fault={fault('lateCancelHours')}
      />
      <Check label={t.limit} hint={t.limitHint} isChecked={isLimited} onChange={setLimited} />
      {isLimited && (
        <div className="side-by-side">
          <TextField
            label={t.noShowLimit}
            type="number"
            min={1}
            max={20}
            value={limit}
            onChange={setLimit}
            fault={fault('noShowLimit')}
          />
          <TextField
            label={t.noShowDays}
            type="number"
            min={1}
            max={730}
            value={days}
            onChange={setDays}
            fault={fault('noShowDays')}
          />
        </div>
      )}
    </MutationForm>
  )
}
