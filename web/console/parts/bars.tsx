import type { ReactNode } from 'react'
import { Chart, HEIGHT, WIDTH } from './chart.tsx'
import { number } from './text.tsx'

export type Bar = { name: string; value: number; bad?: number }

/** A small bar chart that shows the failed part of each value above. @param head the names of the three columns */
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
  const width = WIDTH / Math.max(1, bars.length)
  return (
    <Chart
      label={label}
      most={number(most)}
      ends={[bars[0]?.name ?? '', bars.at(-1)?.name ?? '']}
      legend={[
        ['all', head[1]],
        ['bad', head[2]],
      ]}
      head={head}
      rows={bars.map(({ name, value, bad = 0 }) => [name, number(value), number(bad)])}
    >
      {bars.map(({ name, value, bad = 0 }, at) => {
        const box = { x: at * width + width * 0.1, y: HEIGHT - (value / most) * HEIGHT, width: width * 0.8 }
        return (
          <g key={name}>
            <title>{`${name}: ${number(value)}`}</title>
            <rect {...box} height={(value / most) * HEIGHT} className="all" />
            {bad > 0 && <rect {...box} height={(bad / most) * HEIGHT} className="bad" />}
          </g>
        )
      })}
    </Chart>
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
