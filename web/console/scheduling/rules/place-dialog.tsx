import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Place } from '../../../../clients/javascript/src/medina.ts'
import { medina, queries } from '../../api.ts'
import { fill } from '../../language.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { faultOf } from '../../parts/fault.tsx'
import { Check } from '../../parts/fields.tsx'
import { MutationForm, TextField } from '../../parts/form.tsx'
import { Loaded } from '../../parts/table.tsx'
import { say } from '../../parts/toasts.tsx'
import { text } from '../words/index.ts'

type PlaceDialogProps = { id?: string; onClose: () => void }

/** Adds a place, or changes one. */
export function PlaceDialog({ id, onClose }: PlaceDialogProps) {
  const query = useQuery({
    queryKey: ['place', id],
    queryFn: async () => {
      const { data, meta } = await medina.places.get(id!).withMeta()
      return { place: data, etag: meta.etag }
    },
    enabled: id !== undefined,
    staleTime: 0,
    refetchOnWindowFocus: false, // would replace what is being edited
  })
  const { places: t } = text()
  return (
    <Dialog title={id === undefined ? t.add : t.editTitle} onClose={onClose}>
      {id === undefined ? (
        <PlaceForm onClose={onClose} />
      ) : (
        <Loaded query={query} rows={4}>
          {({ place, etag }) => <PlaceForm key={etag} place={place} etag={etag} onClose={onClose} />}
        </Loaded>
      )}
    </Dialog>
  )
}

type PlaceFormProps = { place?: Place; etag?: string | undefined; onClose: () => void }

function PlaceForm({ place, etag, onClose }: PlaceFormProps) {
  const [name, setName] = useState(place?.name ?? '')
  const [address, setAddress] = useState(place?.address ?? '')
  const [city, setCity] = useState(place?.city ?? '')
  const [phone, setPhone] = useState(place?.phone ?? '')
  const [active, setActive] = useState(place?.active ?? true)
  const { places: t } = text()
  const save = useMutation({
    mutationFn: async () => {
      const given = { address: address.trim() || undefined, phone: phone.trim() || undefined }
      if (!place) return medina.places.create({ name, city, ...given })
      const { address: street = null, phone: number = null } = given
      return medina.places.update(place.id, { name, city, address: street, phone: number, active }, { ifMatch: etag })
    },
    onSuccess: async (saved) => {
      say(fill(t.saved, { name: saved.name }))
      onClose()
      await queries.invalidateQueries({ queryKey: ['places'] })
    },
  })
  const fault = (field: string) => faultOf(save.error, field)
  return (
    <MutationForm mutation={save} button={t.save}>
      <TextField label={t.name} dir="auto" value={name} onChange={setName} fault={fault('name')} />
      <TextField label={t.address} dir="auto" value={address} onChange={setAddress} fault={fault('address')} />
      <TextField label={t.city} dir="auto" value={city} onChange={setCity} fault={fault('city')} />
      <TextField label={t.phone} type="tel" dir="ltr" value={phone} onChange={setPhone} fault={fault('phone')} />
      {place && <Check label={t.activeLabel} isChecked={active} onChange={setActive} />}
    </MutationForm>
  )
}
