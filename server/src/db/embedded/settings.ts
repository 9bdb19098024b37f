import type { Home } from './home.ts'

/** PostgreSQL's settings, given on its command line so that an upgrade of the server brings its own. */
const always = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  timezone: 'UTC',
  log_timezone: 'UTC',

  // Of a statement that fails, text, parameters and details (`Key (email)=(…) already exists`) are people's data. The
  // server gets them as errors and knows what it may log; PostgreSQL's log tells about PostgreSQL alone.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_statement: 'none',
  log_min_duration_statement: '-1',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
  log_checkpoints: 'off',
  track_io_timing: 'off',

  // A small machine that also runs the server, with a solid-state disk.
  shared_buffers: '256MB',
  random_page_cost: '1.1',
  // Our statements are short: compiling them, or sharing one between processes, costs more than it saves (and the
  // latter needs more of /dev/shm than a container has).
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  // The first change of a page after a checkpoint writes it whole, which is most of the log of a small database.
  wal_compression: 'on',
}

/** For data that nobody misses after a power cut. */
const throwaway = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
}

export function flagsFor(home: Home, settings: Record<string, string>): string[] {
  const all = { ...always, ...(home.throwaway && throwaway), ...settings }
  return Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}
