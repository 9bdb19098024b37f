import type { ReactNode } from 'react'
import { number } from './text.tsx'

export type Bar = { name: string; value: number; bad?: number }

/** A small bar chart that shows the failed part of each value above. Screen readers get a table with the figures. */
export function Bars({
  label,
  bars,
  head,
}: {
  label: string
  bars: readonly Bar[]
  head: readonly [string, string, string]
}) {
  const most = Math.max(1, ...bars.map(({ value }) => value))
  const width = 100 / Math.max(1, bars.length)
  return (
    <figure className="bars">
      <p className="bars-most" aria-hidden="true">
        {number(most)}
      </p>
      <svg viewBox="0 0 100 40" preserveAspectRatio="none" role="img" aria-label={label}>
        {bars.map(({ name, value, bad = 0 }, at) => {
          const [height, badHeight] = [(value / most) * 40, (bad / most) * 40]
          return (
            <g key={name}>
              <title>{`${name}: ${number(value)}`}</title>
              <rect x={at * width + width * 0.1} y={40 - height} width={width * 0.8} height={height} className="all" />
              {bad > 0 && (
                <rect
                  x={at * width + width * 0.1}
                  y={40 - height}
                  width={width * 0.8}
                  height={badHeight}
                  className="bad"
                />
              )}
            </g>
          )
        })}
      </svg>
      <p className="bars-ends" aria-hidden="true">
        <span>{bars[0]?.name}</span>
        <span>{bars.at(-1)?.name}</span>
      </p>
      <table className="sr">
        <caption>{label}</caption>
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
          {bars.map(({ name, value, bad = 0 }) => (
            <tr key={name}>
              <td>{name}</td>
              <td>{number(value)}</td>
              <td>{number(bad)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  )
}

/** A figure with its name. */
export function Figure({ name, children, tone }: { name: string; children: ReactNode; tone?: 'bad' | 'good' }) {
  return (
    <div className={`figure ${tone ?? ''}`}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
