import type { Devices } from '../devices/devices.ts'
import type { Words } from '../words/words.ts'
import type { Link } from './link.ts'
import type { Telling } from './telling.ts'

/** What every part of the page has at hand. */
export type Page = {
  words: Words
  telling: Telling
  devices: Devices
  /** To a screen reader, politely. */
  announce(text: string): void
}

/** A page whose link is good. */
export type OpenPage = Page & { link: Link }

/** Whether they are seen and heard: an observer only looks on. */
export const takesPart = ({ role }: Pick<Link, 'role'>): boolean => role !== 'observer'
