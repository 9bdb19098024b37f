import { count } from '../language.ts'
import { text } from './words/index.ts'

const GRACES = [24, 1, 72, 168, 0]

/** Hours for which an old secret stays valid. 0 is for a leaked secret. */
export function graceOptions(): (readonly [string, string])[] {
  const t = text()
  return GRACES.map((hours) => [String(hours), hours === 0 ? t.noGrace : count(t.hours, hours)])
}
