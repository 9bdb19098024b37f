type Target = { id?: string | undefined; query?: string | undefined }

/**
 * The path and query of a request. The parts of the id between slashes replace the parameters of the path in order; an id
 * without slashes replaces each.
 */
export function pathOf({ path }: { path: string }, { id = '', query }: Target): string {
  const parts = id.split('/')
  return path.replace(/\{\w+\}/g, () => parts.shift() ?? id) + (query === undefined ? '' : `?${query}`)
}
