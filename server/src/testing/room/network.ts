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
 * A network that is the browsers' alone, so that tests may drop its packets. It has one machine, this one, and nothing leads
 * out of it but the ports that are listened at. There is a way to everywhere that ends at once: a page that may not use the
 * camera is only told the address that leads out.
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
  /** For what listens inside. */
  address: string
  /** A command so that it runs inside. */
  command(program: string, ...given: string[]): string[]
  /** Drops what the rule matches (iptables, of packets that arrive) until it is ended. */
  drop(...rule: string[]): Promise<{ end(): Promise<void> }>
  /** What listens inside on a port of 127.0.0.1, accepting here. */
  listen(): Promise<Listening>
}

type Listening = { port: number; server: Server }

/** Starts one that ends after the file's tests; undefined where this user may not, or a program is missing. */
export async function privateNetwork(): Promise<Network | undefined> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return undefined
  // It reads from us, and so ends with us, however we end.
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
      // A socket belongs to the network that it was made in, whoever holds it.
      const [port, server] = (await once(listener, 'message')) as [number, Server]
      listener.kill()
      await once(listener, 'exit') // it would accept as well
      return { port, server }
    },
  }
}

/** What to say where there is none. */
export const withoutNetwork = 'no private network (root, Debian: iproute2, iptables): packets were not dropped'

/**
 * The way from browsers to a server, as a load balancer would be: at an address that stays while servers come and go,
 * and that can be cut.
 */
export type Way = {
  url: string
  port: number
  /** Leads to the server at this port of 127.0.0.1 from now on. */
  leadTo(port: number): void
  /** Cuts all that is open, without a word to either side. */
  cut(): void
  close(): void
}

/** Opens one for whoever closes it. */
export async function openWay(network: Network | undefined): Promise<Way> {
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
      socket.on('error', () => {}) // the close that follows is what counts
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
    leadTo: (port) => {
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
  return { server, port: (server.address() as { port: number }).port } // it listens on a port
}
