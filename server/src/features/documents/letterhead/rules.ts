/** The colour of documents if the organisation set none. */
export const DEFAULT_COLOR = '#0b6b63'

export const MAX_IDENTIFIERS = 8
export const MAX_ADDRESS_LINES = 4

/** The minimum contrast of text (WCAG 2.2, 1.4.3). */
export const CONTRAST_AT_LEAST = 4.5

/** The contrast ratio of a colour to white, from 1 for white to 21 for black (WCAG 2.2). */
export function contrastWithWhite(color: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => linear(Number.parseInt(color.slice(at, at + 2), 16) / 255))
  return 1.05 / (0.2126 * red! + 0.7152 * green! + 0.0722 * blue! + 0.05)
}

const linear = (channel: number): number => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4)
