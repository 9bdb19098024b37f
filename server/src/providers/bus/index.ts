/**
 * Publish/subscribe between the servers of an installation. Nothing is stored: current subscribers, those of the
 * publishing server included, receive each server's messages in order. The bus reconnects by itself; messages published
 * while it is disconnected are lost, and `watch` reports the interruption.
 */
export interface Bus {
  publish(channel: string, text: string): void
  subscribe(channel: string, listener: (text: string) => void): Subscription
  /** @param onChange called on disconnection, and on reconnection: messages may have been missed */
  watch(onChange: (isUp: boolean) => void): void
  close(): Promise<void>
}

export type Subscription = {
  /** Resolves when messages published from now on are received, or the bus is disconnected. */
  ready: Promise<void>
  end(): void
}
