import type { Devices } from '../devices/devices.ts'
import type { Words } from '../words/words.ts'
import type { Formats } from './formats.ts'
import type { Link } from './link.ts'

/** The common context of the page's parts. */
export type Page = {
  words: Words
  formats: Formats
  devices: Devices
  /** Announces to a screen reader, politely. */
  announce(text: string): void
}

/** A page with its visitor, and its address to copy into another browser. */
export type VisitorPage = Page & { link: Pick<Link, 'role' | 'name' | 'address'> }

/** A page with a valid link. */
export type OpenPage = Page & { link: Link }

/** Whether the user sends media: an observer does not. */
export const sendsMedia = ({ role }: Pick<Link, 'role'>): boolean => role !== 'observer'
