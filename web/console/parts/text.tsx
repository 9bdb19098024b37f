import { useState } from 'react'
import { words } from '../language.ts'
import { useSetting } from '../settings.ts'
import { Icon } from './icon.tsx'
import { zoneAt } from './time-zone.ts'

/** Ids, addresses and code, written from left to right in every language. */
export function Code({ children }: { children: string }) {
  return (
    <bdi dir="ltr">
      <code>{children}</code>
    </bdi>
  )
}

/** A value with a button that copies it. */
export function Copied({ value, label }: { value: string; label?: string }) {
  const [isCopied, setCopied] = useState(false)
  return (
    <span className="copied">
      <Code>{value}</Code>
      <button
        type="button"
        className="copy"
        aria-label={`${words().copy} ${label ?? value}`}
        onClick={() => {
          navigator.clipboard.writeText(value).then(
            () => setCopied(true),
            () => setCopied(false),
          )
        }}
      >
        <Icon name="copy" />
      </button>
      <span role="status" className={isCopied ? 'done' : 'sr'}>
        {isCopied ? words().copiedMessage : ''}
      </span>
    </span>
  )
}

export function Json({ value }: { value: unknown }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: long code is scrolled by the keyboard
    <section className="json" dir="ltr" tabIndex={0} aria-label="JSON">
      <pre>{JSON.stringify(value, null, 2)}</pre>
    </section>
  )
}

const formats = new Map<string, Intl.DateTimeFormat>()
function formatOf(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify(options)
  const format = formats.get(key) ?? new Intl.DateTimeFormat(words().locale, options)
  formats.set(key, format)
  return format
}

const full = { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const

/** A time as text, in Morocco or UTC. */
export function textOfTime(at: string | number, utc: boolean, options: Intl.DateTimeFormatOptions = full): string {
  const ms = new Date(at).getTime()
  return formatOf({ ...options, timeZone: utc ? 'UTC' : zoneAt(ms) }).format(ms)
}

/** A time in Morocco, or in UTC if the user prefers it. The tooltip shows the other one. */
export function Time({ at, withSeconds = false }: { at: string; withSeconds?: boolean }) {
  const utc = useSetting('utc')
  const options = withSeconds ? ({ ...full, second: '2-digit' } as const) : full
  return (
    <time dateTime={at} title={utc ? textOfTime(at, false, options) : at}>
      {textOfTime(at, utc, options)}
      {utc && ' UTC'}
    </time>
  )
}

export const number = (n: number, options: Intl.NumberFormatOptions = {}): string =>
  new Intl.NumberFormat(words().locale, options).format(n)

/** Centimes as dirhams. */
export const money = (centimes: number): string => number(centimes / 100, { style: 'currency', currency: 'MAD' })
