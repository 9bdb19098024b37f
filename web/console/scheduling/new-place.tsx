import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { medina, queries } from '../api.ts'
import { fill } from '../language.ts'
import { faultOf } from '../parts/fault.tsx'
import { MutationForm, TextField } from '../parts/form.tsx'
import { Empty } from '../parts/table.tsx'
import { say } from '../parts/toasts.tsx'
import { useMay } from '../permissions.ts'
import { text } from './words/index.ts'

/** Shown instead of hours in an organisation without a place. */
export function NewPlace() {
  const [name, setName] = useState('')
  const [city, setCity] = useState('')
  const mayCreate = useMay('createPlace')
  const t = text().hours
  const create = useMutation({
    mutationFn: async () => medina.places.create({ name, city }),
    onSuccess: async () => {
      say(fill(t.placeAdded, { name }))
      await queries.invalidateQueries({ queryKey: ['places'] })
    },
  })
  return (
    <Empty title={t.noPlaces}>
      {mayCreate && (
        <MutationForm mutation={create} button={t.addPlace}>
          <TextField label={t.placeName} value={name} onChange={setName} fault={faultOf(create.error, 'name')} />
          <TextField label={t.placeCity} value={city} onChange={setCity} fault={faultOf(create.error, 'city')} />
        </MutationForm>
      )}
    </Empty>
  )
}
