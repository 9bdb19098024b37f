import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { medina } from '../api.ts'
import { words } from '../language.ts'
import { usePlaces } from '../organization/agenda/booking/offers.ts'
import { Button } from '../parts/button.tsx'
import { Choice } from '../parts/form.tsx'
import { Page } from '../parts/page.tsx'
import { Empty, Loaded } from '../parts/table.tsx'
import { useMay } from '../permissions.ts'
import { Absences } from './absences.tsx'
import { useProfessionals } from './data.ts'
import { PlaceDialog } from './rules/place-dialog.tsx'
import { Week } from './week-editor.tsx'
import { text } from './words/index.ts'

/** The opening hours and absences of a professional. */
export function Hours() {
  const professionals = useProfessionals()
  const places = usePlaces()
  const [parameters, setParameters] = useSearchParams()
  const t = text()
  const chosen = parameters.get('professional') ?? professionals.data?.[0]?.id
  return (
    <Page title={words().screens.hours} lead={t.hours.lead}>
      <Loaded query={professionals}>
        {(all) =>
          all.length === 0 || chosen === undefined ? (
            <Empty title={t.noProfessionals}>
              <p>{t.noProfessionalsText}</p>
            </Empty>
          ) : (
            <>
              {all.length > 1 && (
                <Choice
                  label={t.professional}
                  value={chosen}
                  options={all.map(({ id, name }) => [id, name])}
                  onChange={(id) => setParameters({ professional: id }, { replace: true })}
                />
              )}
              <Loaded query={places}>
                {(found) => {
                  const active = found.filter((place) => place.active)
                  return active.length === 0 ? <NoPlace /> : <OfProfessional key={chosen} id={chosen} places={active} />
                }}
              </Loaded>
            </>
          )
        }
      </Loaded>
    </Page>
  )
}

/** Shown instead of hours in an organisation without a place. */
function NoPlace() {
  const [isAdding, setAdding] = useState(false)
  const mayCreate = useMay('createPlace')
  return (
    <Empty title={text().hours.noPlaces}>
      {mayCreate && (
        <Button look="main" icon="plus" onClick={() => setAdding(true)}>
          {text().places.add}
        </Button>
      )}
      {isAdding && <PlaceDialog onClose={() => setAdding(false)} />}
    </Empty>
  )
}

function OfProfessional({ id, places }: { id: string; places: readonly { id: string; name: string }[] }) {
  const query = useQuery({
    queryKey: ['opening', id],
    queryFn: async () => {
      const { data, meta } = await medina.doctors.opening.get(id).withMeta()
      return { rules: data.rules, etag: meta.etag }
    },
    staleTime: 0,
    refetchOnWindowFocus: false, // would replace what is being edited
  })
  const [saved, setSaved] = useState(0)
  return (
    <>
      <Loaded query={query}>
        {({ rules, etag }) => (
          <Week
            key={`${etag} ${saved}`}
            professionalId={id}
            rules={rules}
            etag={etag}
            places={places}
            onSaved={() => {
              setSaved((before) => before + 1)
              void query.refetch()
            }}
          />
        )}
      </Loaded>
      <Absences professionalId={id} places={places} />
    </>
  )
}
