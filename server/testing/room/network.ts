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
 * A network namespace for the browsers, so that tests can drop its packets. It contains only this machine; nothing leads out
 * of it but the listening ports. It needs a default route, although it leads nowhere: a page without camera permission gets
 * only the address of the default route.
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
  /** The address of this machine inside. */
  address: string
  /** Wraps a command to run inside. */
  command(program: string, ...given: string[]): string[]
  /** Drops incoming packets that match the iptables rule until `end`. */
  drop(...rule: string[]): Promise<{ end(): Promise<void> }>
  /** A server that listens inside on 127.0.0.1 and accepts in this process. */
  listen(): Promise<Listening>
}

type Listening = { port: number; server: Server }

/** Starts a network for the file's tests; undefined without permission or programs. */
export async function privateNetwork(): Promise<Network | undefined> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return undefined
  // It reads from this process, and so ends with it in any case.
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
      // A socket stays in the network where it was created.
      const [port, server] = (await once(listener, 'message')) as [number, Server]
      listener.kill()
      await once(listener, 'exit') // or it would accept connections too
      return { port, server }
    },
  }
}

/** The reason to skip without a private network. */
export const withoutNetwork = 'no private network (root, Debian: iproute2, iptables): packets were not dropped'

/**
 * A proxy between browsers and servers, like a load balancer: its address stays while servers are restarted, and its
 * connections can be cut.
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
  server.on('connection', (near) => {
    if (target === undefined) return near.destroy()
    const far = connect(target, '127.0.0.1')
    near.pipe(far).pipe(near)
    for (const [socket, other] of [
      [near, far],
      [far, near],
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
  const cut = () => {
    for (const socket of open) socket.resetAndDestroy()
  }
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    forwardTo: (port) => {
      target = port
    },
    cut,
    close() {
      cut()
      server.close()
    },
  }
}

async function listenHere(): Promise<Listening> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, port: (server.address() as { port: number }).port } // TCP
}
