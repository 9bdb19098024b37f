import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { after } from 'node:test'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** The address of this machine in a private network. */
const ADDRESS = '10.99.0.1'

/**
 * Sets up a network namespace for the browsers, so that tests can drop packets. It contains only this machine, and only
 * the listening ports lead out of it. It needs a default route, although that leads nowhere: a page without camera permission
 * gets only the address of the default route.
 */
const setUp = [
  'ip link set lo up',
  'ip link add name lan type bridge',
  `ip address add ${ADDRESS}/24 dev lan`,
  'ip link set lan up',
  'ip route add default via 10.99.0.2',
  'iptables --list --numeric > /dev/null',
]

export type Network = {
  /** The address of this machine inside the network. */
  address: string
  /** Wraps a command to run inside the network. */
  command(program: string, ...given: string[]): string[]
  /** Drops incoming packets that match the iptables rule until `end`. */
  drop(...rule: string[]): Promise<{ end(): Promise<void> }>
  /** A server that listens on 127.0.0.1 inside the network, and accepts connections in this process. */
  listen(): Promise<Listening>
}

type Listening = { port: number; server: Server }

/** Starts a network for the file's tests. Undefined without permission or the programs. */
export async function privateNetwork(): Promise<Network | undefined> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return undefined
  // `cat` reads from this process, so it ends with it.
  const script = [...setUp, 'echo up', 'exec cat'].join(' && ')
  const holder = spawn('unshare', ['--net', 'sh', '-c', script], { stdio: ['pipe', 'pipe', 'ignore'] })
  const isUp = await Promise.race([
    once(holder.stdout, 'data').then(() => true),
    once(holder, 'exit').then(() => false),
    once(holder, 'error').then(() => false),
  ])
  if (!isUp) return undefined
  after(() => holder.stdin.end())

  const command: Network['command'] = (...inside) => ['nsenter', `--net=/proc/${holder.pid}/ns/net`, ...inside]
  const iptables = async (...rule: string[]) => {
    const [program, ...given] = command('iptables', '--wait', ...rule)
    await run(program!, given)
  }
  return {
    address: ADDRESS,
    command,
    async drop(...rule) {
      await iptables('--insert', 'INPUT', ...rule, '--jump', 'DROP')
      return { end: () => iptables('--delete', 'INPUT', ...rule, '--jump', 'DROP') }
    },
    async listen() {
      const [program, ...given] = command(process.execPath, join(import.meta.dirname, 'listener.ts'))
      const listener = spawn(program!, given, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
      // A socket stays in the network in which it was created.
      const [port, server] = (await once(listener, 'message')) as [number, Server]
      listener.kill()
      await once(listener, 'exit') // otherwise it would accept connections, too
      return { port, server }
    },
  }
}

/** The reason to skip without a private network. */
export const withoutNetwork = 'no private network (root, Debian: iproute2, iptables): packets were not dropped'

/**
 * A proxy between browsers and servers, like a load balancer: its address stays the same while servers restart, and tests
 * can reset its connections.
 */
export type TcpProxy = {
  url: string
  port: number
  /** Sets the port of the server on 127.0.0.1 for new connections. */
  forwardTo(port: number): void
  /** Resets all open connections. */
  cut(): void
  close(): void
}

/** Opens a proxy that the caller closes. */
export async function openProxy(network: Network | undefined): Promise<TcpProxy> {
  const { port, server } = network ? await network.listen() : await listenHere()
  const open = new Set<Socket>()
  let target: number | undefined
  server.on('connection', (client) => {
    if (target === undefined) return client.destroy()
    const upstream = connect(target, '127.0.0.1')
    client.pipe(upstream).pipe(client)
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      open.add(socket)
      socket.setNoDelay()
      socket.on('error', () => {}) // handled by 'close'
      socket.on('close', () => {
        open.delete(socket)
        other.destroy()
      })
    }
  })
  const resetConnections = () => {
    for (const socket of open) socket.resetAndDestroy()
  }
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    forwardTo: (port) => {
      target = port
    },
    cut: resetConnections,
    close() {
      resetConnections()
      server.close()
    },
  }
}

async function listenHere(): Promise<Listening> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, port: (server.address() as { port: number }).port } // TCP
}
