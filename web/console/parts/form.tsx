import { type FormEvent, type InputHTMLAttributes, type ReactNode, useId } from 'react'
import { Button } from './button.tsx'
import { Failed } from './failed.tsx'

type FieldProps = {
  label: string
  hint?: ReactNode
  fault?: ReactNode
  children: (props: { id: string; 'aria-describedby': string | undefined; 'aria-invalid': boolean }) => ReactNode
}

/** A control with its label, hint and error. */
export function Field({ label, hint, fault, children }: FieldProps) {
  const id = useId()
  const described = [hint && `${id}-hint`, fault && `${id}-fault`].filter(Boolean).join(' ')
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({ id, 'aria-describedby': described || undefined, 'aria-invalid': fault !== undefined })}
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {fault && (
        <p className="fault" id={`${id}-fault`}>
          {fault}
        </p>
      )}
    </div>
  )
}

type TextFieldProps = Omit<FieldProps, 'children'> &
  Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'value'> & {
    value: string
    onChange: (value: string) => void
  }

export function TextField({ label, hint, fault, value, onChange, ...others }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} fault={fault}>
      {(props) => <input {...others} {...props} value={value} onChange={({ target }) => onChange(target.value)} />}
    </Field>
  )
}

type ChoiceProps = {
  label: string
  value: string
  options: readonly (readonly [value: string, text: string])[]
  onChange: (value: string) => void
  hint?: ReactNode
  fault?: ReactNode
}

export function Choice({ label, value, options, onChange, hint, fault }: ChoiceProps) {
  return (
    <Field label={label} hint={hint} fault={fault}>
      {(props) => (
        <select {...props} value={value} onChange={({ target }) => onChange(target.value)}>
          {options.map(([option, text]) => (
            <option key={option} value={option}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

/** A multiple choice. */
export function Checks({
  label,
  values,
  options,
  onChange,
  hint,
  fault,
}: Omit<ChoiceProps, 'value' | 'onChange'> & {
  values: readonly string[]
  onChange: (values: string[]) => void
}) {
  return (
    <fieldset className="checks">
      <legend>{label}</legend>
      {hint && <p className="hint">{hint}</p>}
      {options.map(([option, text]) => (
        <label key={option}>
          <input
            type="checkbox"
            checked={values.includes(option)}
            onChange={({ target }) =>
              onChange(target.checked ? [...values, option] : values.filter((one) => one !== option))
            }
          />
          <bdi>{text}</bdi>
        </label>
      ))}
      {fault && <p className="fault">{fault}</p>}
    </fieldset>
  )
}

type FormProps = {
  onSubmit: () => void
  isBusy: boolean
  /** The error of the last submission. */
  error?: unknown
  button: string
  look?: 'main' | 'danger' | 'quiet'
  /** Content beside the button. */
  beside?: ReactNode
  children?: ReactNode
}

/** A form that keeps its input until the submission succeeds. */
export function Form({ onSubmit, isBusy, error, button, look = 'main', beside, children }: FormProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isBusy) onSubmit()
  }
  return (
    <form onSubmit={submit} noValidate>
      {children}
      {error !== undefined && error !== null && <Failed error={error} />}
      <div className="form-foot">
        <Button type="submit" look={look} isBusy={isBusy}>
          {button}
        </Button>
        {beside}
      </div>
    </form>
  )
}

type MutationFormProps = Omit<FormProps, 'onSubmit' | 'isBusy' | 'error'> & {
  mutation: { mutate: () => void; isPending: boolean; error: unknown }
}

/** A form that starts a mutation. */
export const MutationForm = ({ mutation, ...form }: MutationFormProps) => (
  <Form onSubmit={() => mutation.mutate()} isBusy={mutation.isPending} error={mutation.error} {...form} />
)
