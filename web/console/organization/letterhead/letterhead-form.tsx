import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Letterhead } from '../../../../clients/javascript/src/medina.ts'
import { medina, queries } from '../../api.ts'
import { fill } from '../../language.ts'
import { Button } from '../../parts/button.tsx'
import { Changed } from '../../parts/changed.tsx'
import { faultOf } from '../../parts/fault.tsx'
import { TextArea } from '../../parts/fields.tsx'
import { Field, MutationForm, TextField } from '../../parts/form.tsx'
import { say } from '../../parts/toasts.tsx'
import { text } from '../words/index.ts'
import { Head } from './head.tsx'

type Draft = Omit<Letterhead, 'updatedAt'>
type TextName = 'name' | 'nameAr' | 'address' | 'addressAr' | 'city' | 'cityAr' | 'phone' | 'email' | 'color'

const MAX_IDENTIFIERS = 8

type FormProps = { letterhead: Letterhead; etag: string | undefined; onReload: () => Promise<unknown> }

/** The fields of the letterhead, beside a preview. Sends only changed fields. */
export function LetterheadForm({ letterhead: { updatedAt: _, ...saved }, etag, onReload }: FormProps) {
  const [changes, setChanges] = useState<Partial<Draft>>({})
  const draft: Draft = { ...saved, ...changes }
  const t = text().letterhead
  const update = useMutation({
    mutationFn: async () => {
      // Cleared fields are null, and empty rows are dropped.
      const given = Object.entries(changes).map(([name, value]) => [name, value === '' ? null : value])
      const body = Object.fromEntries(given) as Partial<Draft>
      if (changes.identifiers) body.identifiers = changes.identifiers.filter(({ label, value }) => label || value)
      return medina.letterhead.update(body, { ifMatch: etag })
    },
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['letterhead'] })
      setChanges({})
      say(t.saved)
    },
  })
  const reload = async () => {
    await onReload()
    update.reset()
  }
  const field = (name: TextName) => ({
    label: t.fields[name],
    value: draft[name] ?? '',
    onChange: (value: string) => setChanges({ ...changes, [name]: value }),
    fault: faultOf(update.error, name),
    autoComplete: 'off',
    ...(name in changes &&
      changes[name] !== saved[name] && { hint: fill(t.currentValue, { value: saved[name] ?? '–' }) }),
  })
  const arabic = { dir: 'rtl', lang: 'ar' } as const
  const changeIdentifier = (at: number, part: 'label' | 'value', value: string) =>
    setChanges({
      ...changes,
      identifiers: draft.identifiers.map((one, place) => (place === at ? { ...one, [part]: value } : one)),
    })
  return (
    <div className="letterhead">
      <MutationForm
        mutation={update}
        button={t.save}
        beside={
          <>
            <Changed error={update.error} onReload={reload} />
            {Object.keys(changes).length > 0 && <Button onClick={() => setChanges({})}>{t.discard}</Button>}
          </>
        }
      >
        <TextField {...field('name')} dir="auto" required />
        <TextField {...field('nameAr')} {...arabic} />
        <TextArea {...field('address')} rows={3} dir="auto" />
        <TextArea {...field('addressAr')} rows={3} {...arabic} />
        <TextField {...field('city')} dir="auto" />
        <TextField {...field('cityAr')} {...arabic} />
        <TextField {...field('phone')} type="tel" dir="ltr" />
        <TextField {...field('email')} type="email" dir="ltr" />
        <fieldset className="identifiers">
          <legend>{t.fields.identifiers}</legend>
          {draft.identifiers.map(({ label, value }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no id, and are only added at the end
            <div className="identifier" key={at}>
              <TextField
                label={t.identifierLabel}
                value={label}
                onChange={(next) => changeIdentifier(at, 'label', next)}
                fault={faultOf(update.error, 'identifiers', at, 'label')}
                dir="ltr"
              />
              <TextField
                label={t.identifierValue}
                value={value}
                onChange={(next) => changeIdentifier(at, 'value', next)}
                fault={faultOf(update.error, 'identifiers', at, 'value')}
                dir="ltr"
              />
            </div>
          ))}
          {draft.identifiers.length < MAX_IDENTIFIERS && (
            <Button
              icon="plus"
              onClick={() => setChanges({ ...changes, identifiers: [...draft.identifiers, { label: '', value: '' }] })}
            >
              {t.addIdentifier}
            </Button>
          )}
          <p className="hint">{t.identifiersHint}</p>
        </fieldset>
        <TextField {...field('color')} type="color" hint={t.colorHint} />
        <Field label={t.fields.logoSvg} hint={t.logoHint} fault={faultOf(update.error, 'logoSvg')}>
          {(props) => (
            <input
              {...props}
              type="file"
              accept="image/svg+xml,.svg"
              onChange={async ({ target }) => {
                const [file] = target.files ?? []
                if (file) setChanges({ ...changes, logoSvg: await file.text() })
              }}
            />
          )}
        </Field>
        {draft.logoSvg && <Button onClick={() => setChanges({ ...changes, logoSvg: null })}>{t.removeLogo}</Button>}
      </MutationForm>
      <Head letterhead={draft} />
    </div>
  )
}
