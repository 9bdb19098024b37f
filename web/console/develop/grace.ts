import { count } from '../language.ts'
import { text } from './words/index.ts'

const GRACES = [24, 1, 72, 168, 0]

/** A choice of hours; 0 is for a secret that has leaked. */
export function graceOptions(): (readonly [string, string])[] {
  const t = text()
  return GRACES.map((hours) => [String(hours), hours === 0 ? t.atOnce : count(t.hours, hours)])
}
