/** An appointment in a column, in minutes since midnight. `isOff`: it takes no time, for example because it is cancelled. */
export type Span = { id: string; start: number; end: number; isOff?: boolean }

/** The place of an appointment among overlapping ones: lanes from `lane` to `lane + width`, of `lanes`. */
export type Place = { lane: number; width: number; lanes: number }

/**
 * Places overlapping appointments of a column beside each other. Those that take time come first, and each is
 * as wide as its neighbours allow.
 */
export function placesOf(spans: readonly Span[]): Map<string, Place> {
  const places = new Map<string, Place>()
  const sorted = spans.toSorted(
    (a, b) => a.start - b.start || Number(a.isOff ?? false) - Number(b.isOff ?? false) || b.end - a.end,
  )
  let cluster: Span[] = []
  let clusterEnd = Number.NEGATIVE_INFINITY
  for (const span of sorted) {
    if (span.start >= clusterEnd) {
      place(cluster, places)
      cluster = []
    }
    cluster.push(span)
    clusterEnd = Math.max(clusterEnd, span.end)
  }
  place(cluster, places)
  return places
}

/** Places a group of overlapping appointments. */
function place(cluster: readonly Span[], places: Map<string, Place>): void {
  const lanes: Span[][] = []
  // Appointments that take time get the first lanes.
  for (const span of cluster.toSorted((a, b) => Number(a.isOff ?? false) - Number(b.isOff ?? false))) {
    const free = lanes.findIndex((lane) => lane.every((other) => !overlaps(span, other)))
    if (free >= 0) lanes[free]!.push(span)
    else lanes.push([span])
  }
  lanes.forEach((lane, at) => {
    for (const span of lane) {
      const next = lanes.slice(at + 1).findIndex((other) => other.some((one) => overlaps(span, one)))
      places.set(span.id, { lane: at, width: next < 0 ? lanes.length - at : next + 1, lanes: lanes.length })
    }
  })
}

const overlaps = (a: Span, b: Span): boolean => a.start < b.end && b.start < a.end

/** In minutes since midnight. */
export type Hours = { from: number; to: number }

/** The hours of the grid: the default ones, extended to include all appointments. */
export function hoursOf(spans: readonly Pick<Span, 'start' | 'end'>[]): Hours {
  let [from, to] = [8 * 60, 19 * 60]
  for (const { start, end } of spans) {
    from = Math.min(from, Math.floor(start / 60) * 60)
    to = Math.max(to, Math.ceil(end / 60) * 60)
  }
  return { from, to: Math.min(to, 1440) }
}
