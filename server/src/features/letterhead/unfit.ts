/** Says of a logo why it cannot be taken, and what to do about it. */
export class Unfit extends Error {
  override name = 'Unfit'
}

/** @throws {Unfit} always: what a drawing has in it that a letterhead cannot have */
export function refuse(
  what: string,
  remedy = 'save it as plain SVG, text and effects as paths, nothing embedded',
): never {
  throw new Unfit(`${what}: ${remedy}`)
}
