/** Whether the caller still waits for the result. */
export type IsWanted = () => boolean

/** A call was not run: it waited too long, the queue was closed, or its caller left. */
export class NotRun extends Error {
  override name = 'NotRun'
  readonly reason: 'timeout' | 'closed' | 'unwanted'

  constructor(reason: 'timeout' | 'closed' | 'unwanted', message: string) {
    super(message)
    this.reason = reason
  }
}

export type FairQueueOptions = {
  /** Calls that may run at once. */
  places: number
  /** Calls of one kind of one tenant that may run at once while another tenant is active; by default all. */
  shareOf?: (kind: string) => number
  /** Maximum waiting time. */
  timeoutMs: number
  /** The clock of costs and activity; `performance.now` by default. */
  nowMs?: () => number
  /** Called when a call starts, with the time for which it waited. */
  onStart?: (waitedMs: number) => void
}

type Waiting = {
  start: () => void
  reject: (error: NotRun) => void
  isWanted: IsWanted
  timer: NodeJS.Timeout
}

/** The calls of one kind of one tenant. */
type Flow = {
  tenantId: string
  share: number
  running: number
  /** In order of arrival. */
  waiting: Set<Waiting>
  /** The finish tag of the newest started call, which is the start tag of the next. */
  tag: number
  /** The expected cost of a call in ms: a moving average. */
  cost: number
}

/** Calls without a tenant have no share, and do not limit others to theirs. */
export const NO_TENANT = ''

/** How long a tenant stays active after a call. */
const ACTIVE_MS = 2000
/** The weight of the newest cost in the average. */
const NEWEST = 0.2

/**
 * Divides the places of a resource between tenants by start-time fair queueing (Goyal, Vin and Cheng, SIGCOMM 1996) with
 * several places (SFQ(D): Jin, Chase and Kaur, SIGMETRICS 2004). Calls of one kind of one tenant are a flow. A call's
 * start tag is the finish tag of the flow's previous call, or the virtual time if that is later; its finish tag adds its
 * cost. The waiting call with the earliest start tag starts next, and the virtual time is its tag. The cost is the time
 * for which a call had its place, estimated at its start and corrected at its end. So waiting flows get equal time, and
 * few cheap calls of one do not wait behind many expensive ones of another.
 *
 * Order alone does not help a call that finds all places taken, or the processors busy with the calls that run. While
 * another tenant is active, a flow therefore runs at most its share of calls at once. A lone tenant may use all places.
 */
export class FairQueue {
  readonly #options: Required<FairQueueOptions>
  readonly #flows = new Map<string, Flow>()
  #free: number
  #virtualTime = 0
  #closed = false
  /** When waiting calls are examined again. */
  #timer: NodeJS.Timeout | undefined
  /** The two tenants that called last: one of them is another than the tenant in question. */
  #last = { tenantId: NO_TENANT, at: Number.NEGATIVE_INFINITY }
  #lastBut = this.#last

  constructor(options: FairQueueOptions) {
    this.#options = { nowMs: () => performance.now(), onStart: () => {}, shareOf: () => options.places, ...options }
    this.#free = options.places
  }

  /** Notes a call that needs no place: its tenant is active. */
  note(tenantId: string): void {
    if (tenantId === NO_TENANT) return
    if (this.#last.tenantId !== tenantId) this.#lastBut = this.#last
    this.#last = { tenantId, at: this.#options.nowMs() }
  }

  /**
   * Runs work when it is the flow's turn.
   * @param kind separates slow calls of a tenant from its others
   * @param isWanted is asked before the work starts after a wait
   * @throws {NotRun}
   */
  async run<T>(tenantId: string, kind: string, work: () => Promise<T>, isWanted: IsWanted = () => true): Promise<T> {
    if (this.#closed) throw closed()
    this.note(tenantId)
    const key = `${tenantId}/${kind}`
    const flow = this.#flowOf(key, tenantId, kind)
    const arrivedAt = this.#options.nowMs()
    if (flow.waiting.size === 0) flow.tag = Math.max(flow.tag, this.#virtualTime)
    if (flow.waiting.size === 0 && this.#mayStart(flow)) this.#start(flow)
    else await this.#turn(flow, isWanted)
    const expected = flow.cost
    const startedAt = this.#options.nowMs()
    this.#options.onStart(startedAt - arrivedAt)
    try {
      return await work()
    } finally {
      this.#end(key, flow, this.#options.nowMs() - startedAt, expected)
    }
  }

  /** How many calls run, and how many wait. */
  get load(): { running: number; waiting: number } {
    let waiting = 0
    for (const flow of this.#flows.values()) waiting += flow.waiting.size
    return { running: this.#options.places - this.#free, waiting }
  }

  /** Rejects waiting and later calls. */
  close(): void {
    this.#closed = true
    clearTimeout(this.#timer)
    for (const { waiting } of this.#flows.values()) for (const call of waiting) reject(waiting, call, closed())
  }

  #flowOf(key: string, tenantId: string, kind: string): Flow {
    const known = this.#flows.get(key)
    if (known) return known
    const share = this.#options.shareOf(kind)
    const flow: Flow = { tenantId, share, running: 0, waiting: new Set(), tag: 0, cost: 1 }
    this.#flows.set(key, flow)
    return flow
  }

  #mayStart({ tenantId, share, running }: Flow): boolean {
    if (this.#free === 0) return false
    return tenantId === NO_TENANT || running < share || !this.#isAnotherActive(tenantId)
  }

  #isAnotherActive(tenantId: string): boolean {
    const other = this.#last.tenantId === tenantId ? this.#lastBut : this.#last
    return this.#options.nowMs() - other.at < ACTIVE_MS
  }

  #start(flow: Flow): void {
    this.#free--
    flow.running++
    this.#virtualTime = Math.max(this.#virtualTime, flow.tag)
    flow.tag += flow.cost
  }

  #end(key: string, flow: Flow, cost: number, expected: number): void {
    this.#free++
    flow.running--
    flow.tag += cost - expected
    flow.cost += NEWEST * (cost - flow.cost)
    this.#startWaiting()
    const isIdle = flow.running === 0 && flow.waiting.size === 0
    if (isIdle && flow.tag <= this.#virtualTime) this.#flows.delete(key)
    if (this.#free < this.#options.places) return
    this.#flows.clear() // without calls, no tenant is ahead of another
    this.#virtualTime = 0
  }

  #startWaiting(): void {
    for (let next = this.#next(); next; next = this.#next()) this.#startFirst(next)
    this.#examineLater()
  }

  /** While places are free, calls wait for other tenants to become inactive, even if no running call ends until then. */
  #examineLater(): void {
    const isWaiting = [...this.#flows.values()].some(({ waiting }) => waiting.size > 0)
    if (this.#timer || this.#free === 0 || !isWaiting) return
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      this.#startWaiting()
    }, ACTIVE_MS)
  }

  /** The flow with the earliest tag among those with a call that may start. */
  #next(): Flow | undefined {
    let next: Flow | undefined
    for (const flow of this.#flows.values())
      if (flow.waiting.size > 0 && (!next || flow.tag < next.tag) && this.#mayStart(flow)) next = flow
    return next
  }

  #startFirst(flow: Flow): void {
    const call = flow.waiting.values().next().value! // `#next` found one
    if (call.isWanted()) {
      flow.waiting.delete(call)
      clearTimeout(call.timer)
      this.#start(flow)
      call.start()
    } else reject(flow.waiting, call, new NotRun('unwanted', 'The caller has left.'))
  }

  #turn(flow: Flow, isWanted: IsWanted): Promise<void> {
    const { timeoutMs } = this.#options
    return new Promise((start, fail) => {
      const timer = setTimeout(() => {
        reject(flow.waiting, call, new NotRun('timeout', `No place became free within ${timeoutMs / 1000} s.`))
      }, timeoutMs)
      const call: Waiting = { start, reject: fail, isWanted, timer }
      flow.waiting.add(call)
      this.#examineLater()
    })
  }
}

const closed = () => new NotRun('closed', 'The queue has been closed.')

function reject(waiting: Set<Waiting>, call: Waiting, error: NotRun): void {
  waiting.delete(call)
  clearTimeout(call.timer)
  call.reject(error)
}
