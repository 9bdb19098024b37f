/**
 * Carries texts between the servers of an installation, to those that listen at that moment: nobody keeps them. What one
 * server publishes arrives in that order, also at the server itself. It connects by itself, and again; what is said while
 * it is away is lost, and `watch` tells so.
 */
export interface Bus {
  publish(channel: string, text: string): void
  subscribe(channel: string, listener: (text: string) => void): Subscription
  /** @param onChange hears when the bus goes away, and when it is back: something may have been missed */
  watch(onChange: (isUp: boolean) => void): void
  close(): Promise<void>
}

export type Subscription = {
  /** Resolves when texts arrive that are published from now on, or the bus is away. */
  ready: Promise<void>
  end(): void
}
