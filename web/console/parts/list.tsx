import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useSearchParams } from 'wouter'
import type { Page } from '../../../clients/javascript/src/medina.ts'
import { count, words } from '../language.ts'
import { Button } from './button.tsx'
import { Empty, Loaded } from './table.tsx'

/** Keeps the filters and the page of a list in the address, so that it can be shared and reloaded. */
export function useFilters<const Name extends string>(names: readonly Name[]) {
  const [parameters, setParameters] = useSearchParams()
  const values = Object.fromEntries(names.map((name) => [name, parameters.get(name) ?? undefined])) as Record<
    Name,
    string | undefined
  >
  return {
    values,
    cursor: parameters.get('cursor') ?? undefined,
    isFiltered: names.some((name) => values[name] !== undefined),
    /** Changes filters and returns to the first page. */
    set: (changes: Partial<Record<Name, string | undefined>>) =>
      setParameters(
        (before) => {
          before.delete('cursor')
          for (const [name, value] of Object.entries<string | undefined>(changes)) {
            if (value) before.set(name, value)
            else before.delete(name)
          }
          return before
        },
        { replace: true },
      ),
    /** Clears the filters, and keeps other parameters such as the tab. */
    clear: () =>
      setParameters(
        (before) => {
          for (const name of [...names, 'cursor']) before.delete(name)
          return before
        },
        { replace: true },
      ),
    goTo: (cursor: string | undefined) =>
      setParameters((before) => {
        if (cursor === undefined) before.delete('cursor')
        else before.set('cursor', cursor)
        return before
      }),
  }
}

type ListProps<T> = {
  /** The name in the query key. */
  name: readonly unknown[]
  filters: Pick<ReturnType<typeof useFilters>, 'cursor' | 'isFiltered' | 'clear' | 'goTo'>
  fetchPage: (cursor: { cursor?: string }, signal: AbortSignal) => PromiseLike<Page<T>>
  /** Shown if the list has no rows and no filter. */
  empty: ReactNode
  /** The refresh interval in milliseconds. */
  every?: number
  children: (rows: T[]) => ReactNode
}

/** A page of a list, with buttons to other pages. Distinguishes an empty list, no matches, and a failed read. */
export function List<T>({ name, filters, fetchPage, empty, every, children }: ListProps<T>) {
  const { cursor, isFiltered, clear, goTo } = filters
  const query = useQuery({
    queryKey: [...name, cursor],
    queryFn: async ({ signal }) => fetchPage(cursor === undefined ? {} : { cursor }, signal),
    placeholderData: (before) => before,
    ...(every !== undefined && { refetchInterval: every }),
  })
  const text = words().list
  return (
    <Loaded query={query} rows={8}>
      {({ items, next, total }) => (
        <div className={query.isPlaceholderData ? 'stale' : ''}>
          {items.length > 0 && children(items)}
          {items.length === 0 &&
            (isFiltered || cursor !== undefined ? (
              <Empty title={text.noMatch}>{isFiltered && <Button onClick={clear}>{text.clear}</Button>}</Empty>
            ) : (
              empty
            ))}
          {(next || cursor !== undefined) && (
            <nav className="pages" aria-label={text.pages}>
              <Button icon="previous" onClick={() => goTo(undefined)} disabled={cursor === undefined}>
                {text.first}
              </Button>
              {total !== undefined && <span>{count(text.total, total)}</span>}
              <Button onClick={() => goTo(next?.cursor as string)} disabled={!next}>
                {text.next}
              </Button>
            </nav>
          )}
        </div>
      )}
    </Loaded>
  )
}
