/** Tells why a logo is refused, and what to do. */
export class Unfit extends Error {
  override name = 'Unfit'
}

/** @throws {Unfit} always */
export function refuse(
  reason: string,
  remedy = 'save it as plain SVG, with text and effects as paths and nothing embedded',
): never {
  throw new Unfit(`${reason}: ${remedy}`)
}
