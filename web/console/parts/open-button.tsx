import { useMutation } from '@tanstack/react-query'
import { words } from '../language.ts'
import { Button } from './button.tsx'
import { Failed } from './failed.tsx'
import type { IconName } from './icon.tsx'

type OpenButtonProps = {
  /** Requests the address, for example of a document with an expiring URL. */
  addressOf: () => Promise<string>
  look?: 'main'
  icon?: IconName
  /** The name for screen readers, if the text does not tell what is opened. */
  name?: string
  children: string
}

/** Opens an address in a new tab. If the browser blocks the tab, a link follows. */
export function OpenButton({ addressOf, look, icon, name, children }: OpenButtonProps) {
  const open = useMutation({
    mutationFn: async () => {
      const address = await addressOf()
      const tab = window.open(address, '_blank')
      if (!tab) return address
      tab.opener = null
      return undefined
    },
  })
  if (open.data)
    return (
      <p>
        {words().tabBlocked}{' '}
        <a href={open.data} target="_blank" rel="noopener">
          {children}
        </a>
      </p>
    )
  return (
    <>
      {open.error && <Failed error={open.error} />}
      <Button
        {...(look && { look })}
        {...(icon && { icon })}
        {...(name && { 'aria-label': name })}
        isBusy={open.isPending}
        onClick={() => open.mutate()}
      >
        {children}
      </Button>
    </>
  )
}
