import { createServer } from 'node:net'

/** Listens on a free port, and hands that over to who started it. */
const server = createServer().listen(0, '127.0.0.1', () => {
  const { port } = server.address() as { port: number } // it listens on a port
  process.send?.(port, server)
})
