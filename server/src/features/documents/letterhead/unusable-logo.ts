/** The message states why the logo is refused, and the remedy. */
export class UnusableLogo extends Error {
  override name = 'UnusableLogo'
}

/** @throws {UnusableLogo} always */
export function refuse(
  reason: string,
  remedy = 'save it as plain SVG, with text and effects as paths and nothing embedded',
): never {
  throw new UnusableLogo(`${reason}: ${remedy}`)
}
