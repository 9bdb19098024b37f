import { refuse } from './unfit.ts'

/** More than this and it is a line rather than a logo. */
const GREATEST_RATIO = 12

/**
 * How large the drawing says it is, by its view box or else by width and height: what it is shown with follows from that.
 * @throws {Unfit} unless it is an area
 */
export function assertSized(said: ReadonlyMap<string, string>): void {
  const box = said.get('viewBox')
  if (box !== undefined) {
    const numbers = box
      .trim()
      .split(/[\s,]+/)
      .map(Number)
    if (numbers.length !== 4 || numbers.some(Number.isNaN)) refuse('its viewBox is no four numbers')
    assertArea('viewBox', numbers[2]!, numbers[3]!)
  }
  const [width, height] = [lengthOf(said, 'width'), lengthOf(said, 'height')]
  if (width !== undefined && height !== undefined) assertArea('width and height', width, height)
  else if (box === undefined) refuse('has neither a viewBox nor width and height', 'give it a viewBox')
}

/** How many pixels each unit has (CSS Values 4, 6.2). */
const PIXELS: Record<string, number> = { px: 1, pt: 96 / 72, pc: 16, mm: 96 / 25.4, cm: 96 / 2.54, in: 96 }

/** A length as it is written, `12mm` say, in pixels; undefined where it follows from something else. */
function lengthOf(said: ReadonlyMap<string, string>, name: 'width' | 'height'): number | undefined {
  const length = said.get(name)?.trim().toLowerCase()
  if (length === undefined || length === 'auto' || length.endsWith('%')) return undefined
  const [, number, unit = 'px'] = /^([\d.]+(?:e[-+]?\d+)?)([a-z]{2})?$/.exec(length) ?? []
  const pixels = PIXELS[unit]
  if (number === undefined || pixels === undefined) refuse(`its ${name} is no length`, 'write it like 40mm')
  return Number(number) * pixels
}

function assertArea(name: string, width: number, height: number): void {
  const ratio = Math.max(width / height, height / width)
  if (!(Math.min(width, height) >= 0.01 && Math.max(width, height) <= 100_000 && ratio <= GREATEST_RATIO))
    refuse(
      `its ${name} say ${Math.round(width)} by ${Math.round(height)}`,
      `draw it at a usual size, at most ${GREATEST_RATIO} times as wide as high or the reverse`,
    )
}
