import { type ReactNode, type TextareaHTMLAttributes, useId } from 'react'
import { Field } from './form.tsx'

type TextAreaProps = Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'onChange' | 'value'> & {
  label: string
  value: string
  onChange: (value: string) => void
  hint?: ReactNode
  fault?: ReactNode
}

/** A text field with several lines. */
export function TextArea({ label, value, onChange, hint, fault, ...others }: TextAreaProps) {
  return (
    <Field label={label} hint={hint} fault={fault}>
      {(props) => <textarea {...others} {...props} value={value} onChange={({ target }) => onChange(target.value)} />}
    </Field>
  )
}

type CheckProps = { label: ReactNode; isChecked: boolean; onChange: (isChecked: boolean) => void; hint?: ReactNode }

/** A checkbox with a statement. */
export function Check({ label, isChecked, onChange, hint }: CheckProps) {
  const id = useId()
  return (
    <div className="field check">
      <label>
        <input
          type="checkbox"
          checked={isChecked}
          aria-describedby={hint ? id : undefined}
          onChange={({ target }) => onChange(target.checked)}
        />
        <span>{label}</span>
      </label>
      {hint && (
        <p className="hint" id={id}>
          {hint}
        </p>
      )}
    </div>
  )
}
