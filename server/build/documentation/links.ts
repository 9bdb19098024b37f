import { LIBRARIES, OPERATION, PROJECT, pathOfGuide, USE } from './guides.ts'

const paths = new Map(
  [...USE, ...LIBRARIES, ...OPERATION, ...PROJECT].map(({ label, file }) => [file, pathOfGuide(label)]),
)

/**
 * The address in the documentation of a link in a file of the repository. Undefined for files that the documentation does not
 * have.
 */
export function addressIn(file: string, link: string): string | undefined {
  if (/^(https?:|mailto:|#|\/)/.test(link)) return link
  const { pathname, hash } = new URL(link, `file:///${file}`)
  const target = decodeURIComponent(pathname.slice(1))
  if (target.startsWith('docs/pictures/')) return `/${target}`
  const path = paths.get(target)
  return path && path + hash
}
