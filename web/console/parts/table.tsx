import type { ReactNode } from 'react'
import { words } from '../language.ts'
import { Failed } from './failed.tsx'

export type Column<T> = {
  title: string
  cell: (row: T) => ReactNode
  /** Aligns numbers at their end. */
  isNumber?: boolean
  /** Hidden on a phone. */
  isMinor?: boolean
}

type TableProps<T> = {
  /** The label for screen readers. */
  label: string
  columns: readonly Column<T>[]
  rows: readonly T[]
  keyOf: (row: T) => string
  /** Makes rows selectable, for an action on several. */
  selection?: { selected: ReadonlySet<string>; onChange: (selected: Set<string>) => void; nameOf: (row: T) => string }
}

/** A table. On a phone each row is a card. */
export function Table<T>({ label, columns, rows, keyOf, selection }: TableProps<T>) {
  const all = rows.map(keyOf)
  const toggle = (key: string) => {
    const selected = new Set(selection!.selected)
    if (!selected.delete(key)) selected.add(key)
    selection!.onChange(selected)
  }
  return (
    <table>
      <caption className="sr">{label}</caption>
      <thead>
        <tr>
          {selection && (
            <th scope="col" className="choice">
              <input
                type="checkbox"
                aria-label={words().selectAll}
                checked={all.length > 0 && all.every((key) => selection.selected.has(key))}
                onChange={({ target }) => selection.onChange(new Set(target.checked ? all : []))}
              />
            </th>
          )}
          {columns.map(({ title, isNumber, isMinor }) => (
            <th key={title} scope="col" className={`${isNumber ? 'number' : ''} ${isMinor ? 'minor' : ''}`}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const key = keyOf(row)
          return (
            <tr key={key}>
              {selection && (
                <td className="choice">
                  <input
                    type="checkbox"
                    aria-label={`${words().select} ${selection.nameOf(row)}`}
                    checked={selection.selected.has(key)}
                    onChange={() => toggle(key)}
                  />
                </td>
              )}
              {columns.map(({ title, cell, isNumber, isMinor }) => (
                <td key={title} data-title={title} className={`${isNumber ? 'number' : ''} ${isMinor ? 'minor' : ''}`}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

/** A placeholder for rows that are being loaded. */
export function Skeleton({ rows = 6 }: { rows?: number }) {
  return (
    <div className="skeleton" role="status">
      <span className="sr">{words().loading}</span>
      {Array.from({ length: rows }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are identical and never move
        <span key={at} />
      ))}
    </div>
  )
}

/** Shown instead of a list without rows. */
export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="empty">
      <p className="empty-title">{title}</p>
      {children}
    </div>
  )
}

type Shown<T> = { data: T | undefined; error: unknown; isPending: boolean; refetch: () => unknown }

/** The result of a query: a skeleton while it loads, then the data, or the error. Earlier data stay when a refresh fails. */
export function Loaded<T>({
  query,
  rows,
  children,
}: {
  query: Shown<T>
  rows?: number
  children: (data: T) => ReactNode
}) {
  const { data, error, refetch } = query
  return (
    <>
      {error !== null && error !== undefined && <Failed error={error} onRetry={() => refetch()} />}
      {data === undefined ? !error && <Skeleton {...(rows !== undefined && { rows })} /> : children(data)}
    </>
  )
}
