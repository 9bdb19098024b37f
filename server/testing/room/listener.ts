import { createServer } from 'node:net'

/** Listens on a free port, and sends the server to the parent process. */
const server = createServer().listen(0, '127.0.0.1', () => {
  const { port } = server.address() as { port: number } // TCP
  process.send?.(port, server)
})
