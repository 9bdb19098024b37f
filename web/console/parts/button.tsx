import type { ButtonHTMLAttributes } from 'react'
import { Icon, type IconName } from './icon.tsx'

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  look?: 'main' | 'quiet' | 'danger'
  icon?: IconName
  /** Whether its action is in progress. The button keeps the focus but ignores presses. */
  isBusy?: boolean
}

export function Button({ look, icon, isBusy = false, children, className = '', onClick, ...others }: ButtonProps) {
  return (
    <button
      type="button"
      {...others}
      className={`button ${look ?? ''} ${className}`}
      aria-disabled={isBusy || undefined}
      onClick={(event) => {
        if (isBusy) event.preventDefault()
        else onClick?.(event)
      }}
    >
      {icon && <Icon name={icon} />}
      {children}
    </button>
  )
}
