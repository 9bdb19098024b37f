import type { ReactNode } from 'react'
import { words } from '../language.ts'

/** The size of a chart's drawing, which is stretched to the width of its place. */
export const WIDTH = 100
export const HEIGHT = 40

type ChartProps = {
  label: string
  /** The highest value, and the ends of the axis, as text. */
  most: string
  ends: readonly [first: string, last: string]
  /** What each colour means, by the class of its shapes. */
  legend?: readonly (readonly [mark: string, meaning: string])[]
  /** The figures as a table: its head, and a row for each point. */
  head: readonly string[]
  rows: readonly (readonly string[])[]
  children: ReactNode
}

/** The frame of a chart. A table with the figures opens below it; the drawing itself says only what it shows. */
export function Chart({ label, most, ends, legend = [], head, rows, children }: ChartProps) {
  return (
    <figure className="chart">
      <p className="chart-title" aria-hidden="true">
        {label}
      </p>
      <p className="chart-head" aria-hidden="true">
        <span className="chart-most">{most}</span>
        {legend.map(([mark, meaning]) => (
          <span key={mark} className={`chart-mark ${mark}`}>
            {meaning}
          </span>
        ))}
      </p>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={label}>
        {children}
      </svg>
      <p className="chart-ends" aria-hidden="true">
        <span>{ends[0]}</span>
        <span>{ends[1]}</span>
      </p>
      <details className="chart-figures">
        <summary>{words().figures}</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long table is scrolled by the keyboard */}
        <section tabIndex={0} aria-label={label}>
          <table className="compact">
            <caption className="sr">{label}</caption>
            <thead>
              <tr>
                {head.map((title) => (
                  <th key={title} scope="col">
                    {title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(([name, ...values]) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  {head.slice(1).map((title, at) => (
                    <td key={title}>{values[at]}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </details>
    </figure>
  )
}
