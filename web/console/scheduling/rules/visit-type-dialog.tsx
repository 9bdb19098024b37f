import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { VisitMode, VisitType, VisitTypeBooker } from '../../../../clients/javascript/src/medina.ts'
import { medina, queries } from '../../api.ts'
import { fill, words } from '../../language.ts'
import { centimesOf } from '../../organization/invoices/amounts.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { faultOf } from '../../parts/fault.tsx'
import { Check } from '../../parts/fields.tsx'
import { Checks, Choice, MutationForm, TextField } from '../../parts/form.tsx'
import { Loaded } from '../../parts/table.tsx'
import { number } from '../../parts/text.tsx'
import { say } from '../../parts/toasts.tsx'
import { numberOf } from '../../parts/typed-number.ts'
import { useProfessionals } from '../data.ts'
import { text } from '../words/index.ts'

type VisitTypeDialogProps = { id?: string; onClose: () => void }

/** Adds a visit type, or changes one. */
export function VisitTypeDialog({ id, onClose }: VisitTypeDialogProps) {
  const query = useQuery({
    queryKey: ['visit-type', id],
    queryFn: async () => {
      const { data, meta } = await medina.visitTypes.get(id!).withMeta()
      return { type: data, etag: meta.etag }
    },
    enabled: id !== undefined,
    staleTime: 0,
    refetchOnWindowFocus: false, // would replace what is being edited
  })
  const { types: t } = text()
  return (
    <Dialog title={id === undefined ? t.add : t.editTitle} onClose={onClose}>
      {id === undefined ? (
        <VisitTypeForm onClose={onClose} />
      ) : (
        <Loaded query={query} rows={8}>
          {({ type, etag }) => <VisitTypeForm key={etag} type={type} etag={etag} onClose={onClose} />}
        </Loaded>
      )}
    </Dialog>
  )
}

/** A new service instead of an existing one. */
const NEW = 'new'
const NOTICES = [0, 60, 120, 240, 720, 1440, 2880, 10_080]
const MOST_SERVICES = 500

type VisitTypeFormProps = { type?: VisitType; etag?: string | undefined; onClose: () => void }

function VisitTypeForm({ type, etag, onClose }: VisitTypeFormProps) {
  const [typed, setTyped] = useState(() => typedOf(type))
  const { types: t } = text()
  const set = (change: Partial<typeof typed>) => setTyped((before) => ({ ...before, ...change }))
  const services = useServices()
  const serviceId = typed.serviceId || (services.data?.[0]?.id ?? NEW)
  const professionals = useProfessionals().data ?? []
  const save = useMutation({
    mutationFn: async () => {
      const fields = fieldsOf(typed)
      if (type) return medina.visitTypes.update(type.id, fields, { ifMatch: etag })
      const service = serviceId === NEW ? await createService(typed) : serviceId
      set({ serviceId: service }) // if the type is refused, the form goes on with this service
      return medina.visitTypes.create({ ...fields, mode: typed.mode, serviceId: service })
    },
    onSuccess: async ({ name }) => {
      say(fill(t.saved, { name }))
      onClose()
      await Promise.all([
        queries.invalidateQueries({ queryKey: ['visit-types'] }),
        queries.invalidateQueries({ queryKey: ['slots'] }),
      ])
    },
  })
  const fault = (field: string) => faultOf(save.error, field)
  const minutes = (field: 'durationMin' | 'stepMin' | 'bufferBeforeMin' | 'bufferAfterMin' | 'horizonDays') => (
    <TextField
      label={t.fields[field]}
      type="number"
      min={0}
      value={typed[field]}
      onChange={(value) => set({ [field]: value })}
      fault={fault(field)}
    />
  )
  return (
    <MutationForm mutation={save} button={t.save}>
      <TextField
        label={t.name}
        dir="auto"
        value={typed.name}
        onChange={(name) => set({ name })}
        fault={fault('name')}
      />
      {!type && (
        <>
          <Choice
            label={t.mode}
            hint={t.modeHint}
            value={typed.mode}
            options={Object.entries(words().visitModes)}
            onChange={(mode) => set({ mode: mode as VisitMode })}
            fault={fault('mode')}
          />
          <Choice
            label={t.service}
            hint={t.serviceHint}
            value={serviceId}
            options={[...(services.data ?? []).map(({ id, name }) => [id, name] as const), [NEW, t.newService]]}
            onChange={(chosen) => set({ serviceId: chosen })}
            fault={fault('serviceId')}
          />
          {serviceId === NEW && (
            <TextField
              label={t.price}
              inputMode="decimal"
              value={typed.price}
              onChange={(price) => set({ price })}
              fault={fault('priceMAD')}
            />
          )}
        </>
      )}
      <div className="side-by-side">
        {minutes('durationMin')}
        {minutes('stepMin')}
        {minutes('bufferBeforeMin')}
        {minutes('bufferAfterMin')}
        <Choice
          label={t.fields.minNoticeMin}
          value={typed.minNoticeMin}
          options={noticesWith(Number(typed.minNoticeMin)).map((notice) => [String(notice), textOfNotice(notice)])}
          onChange={(minNoticeMin) => set({ minNoticeMin })}
          fault={fault('minNoticeMin')}
        />
        {minutes('horizonDays')}
      </div>
      <Choice
        label={t.bookableBy}
        value={typed.bookableBy}
        options={Object.entries(t.bookers)}
        onChange={(bookableBy) => set({ bookableBy: bookableBy as VisitTypeBooker })}
        fault={fault('bookableBy')}
      />
      <Check
        label={t.newPatients}
        hint={t.newPatientsHint}
        isChecked={typed.newPatientsOnly}
        onChange={(newPatientsOnly) => set({ newPatientsOnly })}
      />
      <Check label={t.allProfessionals} isChecked={typed.isForAll} onChange={(isForAll) => set({ isForAll })} />
      {!typed.isForAll && (
        <Checks
          label={t.professionals}
          values={typed.doctorIds}
          options={professionals.map(({ id, name }) => [id, name])}
          onChange={(doctorIds) => set({ doctorIds })}
          fault={fault('doctorIds')}
        />
      )}
      <Check label={t.activeLabel} isChecked={typed.active} onChange={(active) => set({ active })} />
    </MutationForm>
  )
}

/** The fields as they are typed, those of a new type with the defaults of the API. */
const typedOf = (type: VisitType | undefined) => ({
  name: type?.name ?? '',
  mode: type?.mode ?? ('IN_PERSON' as VisitMode),
  serviceId: '',
  price: '',
  durationMin: String(type?.durationMin ?? 20),
  stepMin: String(type?.stepMin ?? 20),
  bufferBeforeMin: String(type?.bufferBeforeMin ?? 0),
  bufferAfterMin: String(type?.bufferAfterMin ?? 0),
  minNoticeMin: String(type?.minNoticeMin ?? 0),
  horizonDays: String(type?.horizonDays ?? 90),
  bookableBy: type?.bookableBy ?? ('PATIENT' as VisitTypeBooker),
  newPatientsOnly: type?.newPatientsOnly ?? false,
  isForAll: (type?.doctorIds ?? null) === null,
  doctorIds: type?.doctorIds ?? [],
  active: type?.active ?? true,
})

type Typed = ReturnType<typeof typedOf>

const fieldsOf = ({ name, isForAll, doctorIds, bookableBy, newPatientsOnly, active, ...typed }: Typed) => ({
  ...{ name, bookableBy, newPatientsOnly, active },
  durationMin: numberOf(typed.durationMin),
  stepMin: numberOf(typed.stepMin),
  bufferBeforeMin: numberOf(typed.bufferBeforeMin),
  bufferAfterMin: numberOf(typed.bufferAfterMin),
  minNoticeMin: numberOf(typed.minNoticeMin),
  horizonDays: numberOf(typed.horizonDays),
  doctorIds: isForAll ? null : doctorIds,
})

const useServices = () =>
  useQuery({
    queryKey: ['services', 'active'],
    queryFn: async () => medina.services.list({ active: true, pageSize: 100 }).all(MOST_SERVICES),
    staleTime: 300_000,
  })

async function createService({ name, price, durationMin }: Typed): Promise<string> {
  const priceMAD = isFree(price) ? 0 : (centimesOf(price) ?? Number.NaN)
  const { id } = await medina.services.create({ name, priceMAD, durationMin: numberOf(durationMin) })
  await queries.invalidateQueries({ queryKey: ['services'] })
  return id
}

const isFree = (price: string): boolean => /^0+([.,]0{1,2})?$/.test(price.trim())

/** The usual notices, and that of the type. */
const noticesWith = (minutes: number): number[] => [...new Set([...NOTICES, minutes])].sort((a, b) => a - b)

/** "2 hours", in the largest unit that divides it. */
function textOfNotice(minutes: number): string {
  if (minutes === 0) return text().types.noNotice
  const [unit, size] = units.find(([, size]) => minutes % size === 0)!
  return number(minutes / size, { style: 'unit', unit, unitDisplay: 'long' })
}

const units = [
  ['day', 1440],
  ['hour', 60],
  ['minute', 1],
] as const
