import { Chart, HEIGHT, WIDTH } from './chart.tsx'

/** The values of the lines at a point; null where a line has a gap. */
export type Point = { name: string; values: readonly (number | null)[] }

type LinesProps = {
  label: string
  points: readonly Point[]
  /** The name of the points, then that of each line. */
  head: readonly string[]
  format: (value: number) => string
}

const marks = ['first', 'second'] as const

/** A small line chart with one or two lines. */
export function Lines({ label, points, head, format }: LinesProps) {
  const most = Math.max(1, ...points.flatMap(({ values }) => values.map((value) => value ?? 0)))
  const at = (n: number) => ((n + 0.5) * WIDTH) / Math.max(1, points.length)
  const names = head.slice(1)
  return (
    <Chart
      label={label}
      most={format(most)}
      ends={[points[0]?.name ?? '', points.at(-1)?.name ?? '']}
      legend={names.map((name, line) => [`line ${marks[line]}`, name] as const)}
      head={head}
      rows={points.map(({ name, values }) => [name, ...values.map((value) => (value === null ? '–' : format(value)))])}
    >
      {names.map((name, line) => (
        <path key={name} className={`line ${marks[line]}`} d={pathOf(points, line, at, most)} />
      ))}
    </Chart>
  )
}

/** A path that begins again after a gap. A point between two gaps is drawn as a dot. */
function pathOf(points: readonly Point[], line: number, at: (n: number) => number, most: number): string {
  let path = ''
  let isDrawing = false
  for (const [n, { values }] of points.entries()) {
    const value = values[line] ?? null
    if (value !== null) {
      const place = `${at(n).toFixed(2)} ${(HEIGHT - (value / most) * HEIGHT).toFixed(2)}`
      path += isDrawing ? `L${place}` : `M${place}h0`
    }
    isDrawing = value !== null
  }
  return path
}
