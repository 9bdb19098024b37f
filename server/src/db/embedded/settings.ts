import { forShortStatements } from '../short-statements.ts'
import type { Home } from './home-type.ts'
import { supportsSocket } from './socket.ts'

/** PostgreSQL's settings, passed on the command line so that an upgrade of the server applies new values. */
const always = {
  listen_addresses: '127.0.0.1',
  max_connections: '100',
  timezone: 'UTC',
  log_timezone: 'UTC',

  // Text, parameters and details of a failed statement (`Key (email)=(…) already exists`) are personal data. The server
  // receives them as errors and decides what to log; PostgreSQL's own log must not contain them.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_statement: 'none',
  log_min_duration_statement: '-1',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
  log_checkpoints: 'off',
  track_io_timing: 'off',

  // For a small machine with an SSD that also runs the server.
  shared_buffers: '256MB',
  random_page_cost: '1.1',
  // Parallel workers also need more of /dev/shm than a container has.
  ...forShortStatements,
  // Full-page writes are most of the WAL of a small database.
  wal_compression: 'on',
}

/** For data that need not survive a power cut. */
const throwaway = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
}

export async function flagsFor(home: Home, settings: Record<string, string>): Promise<string[]> {
  const sockets = { unix_socket_directories: (await supportsSocket(home)) ? home.data : '' }
  const all = { ...always, ...sockets, ...(home.throwaway && throwaway), ...settings }
  return Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}
