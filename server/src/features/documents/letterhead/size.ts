import { refuse } from './unusable-logo.ts'

/** Limit of the ratio of the longer side to the shorter one. */
const MAX_RATIO = 12

/**
 * Checks the size of the drawing, which its view box or its width and height state.
 * @throws {UnusableLogo} if it has no size, or an unusual one
 */
export function assertUsableSize(values: ReadonlyMap<string, string>): void {
  const box = values.get('viewBox')
  if (box !== undefined) {
    const numbers = box
      .trim()
      .split(/[\s,]+/)
      .map(Number)
    if (numbers.length !== 4 || numbers.some(Number.isNaN)) refuse('its viewBox does not have four numbers')
    assertArea('viewBox', numbers[2]!, numbers[3]!)
  }
  const [width, height] = [lengthOf(values, 'width'), lengthOf(values, 'height')]
  if (width !== undefined && height !== undefined) assertArea('width and height', width, height)
  else if (box === undefined) refuse('has neither a viewBox nor width and height', 'give it a viewBox')
}

/** Pixels of each unit (CSS Values 4, 6.2). */
const PIXELS: Record<string, number> = { px: 1, pt: 96 / 72, pc: 16, mm: 96 / 25.4, cm: 96 / 2.54, in: 96 }

/** A length such as `12mm` in pixels; undefined if it depends on the context. */
function lengthOf(values: ReadonlyMap<string, string>, name: 'width' | 'height'): number | undefined {
  const length = values.get(name)?.trim().toLowerCase()
  if (length === undefined || length === 'auto' || length.endsWith('%')) return undefined
  const [, number, unit = 'px'] = /^([\d.]+(?:e[-+]?\d+)?)([a-z]{2})?$/.exec(length) ?? []
  const pixels = PIXELS[unit]
  if (number === undefined || pixels === undefined) refuse(`its ${name} is not a length`, 'write it like 40mm')
  return Number(number) * pixels
}

function assertArea(name: string, width: number, height: number): void {
  const ratio = Math.max(width / height, height / width)
  if (!(Math.min(width, height) >= 0.01 && Math.max(width, height) <= 100_000 && ratio <= MAX_RATIO))
    refuse(
      `has a ${name} of ${Math.round(width)} by ${Math.round(height)}`,
      `draw it at a usual size, with the longer side at most ${MAX_RATIO} times the shorter one`,
    )
}
