import { existsSync } from 'node:fs'
import { totalmem } from 'node:os'
import { join } from 'node:path'

/**
 * How the ledger wants its PostgreSQL: nothing acknowledged is ever lost (fsync, synchronous commit and full page
 * writes stay on), few long checkpoints, and no just-in-time compiler, which costs more than it gives on short queries.
 */
export function serverSettings(programs: string, port: number): Record<string, string> {
  const statements = join(programs, 'lib', 'postgresql', 'pg_stat_statements.so')
  return {
    listen_addresses: '127.0.0.1',
    port: String(port),
    // A socket's path may have 107 characters, which a deep checkout exceeds, so there is none.
    unix_socket_directories: '',
    max_connections: '100',
    shared_buffers: `${buffersMb()}MB`,
    effective_cache_size: '1GB',
    work_mem: '8MB',
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    wal_compression: 'on',
    max_wal_size: '2GB',
    checkpoint_timeout: '15min',
    random_page_cost: '1.1',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_line_prefix: '%m [%p] ',
    log_checkpoints: 'off',
    ...(existsSync(statements) ? { shared_preload_libraries: 'pg_stat_statements' } : {}),
  }
}

/**
 * Pages of the ledger that a payment touches lie all over its tables, and each that is not in these buffers is fetched and
 * another one written for it in the middle of a payment. An eighth of the machine, which others use too, and a gigabyte at
 * most: PostgreSQL takes of it only what it has touched.
 */
function buffersMb(): number {
  const memory = Math.min(totalmem(), process.constrainedMemory() || Infinity)
  return Math.min(1024, Math.max(128, Math.floor(memory / 8 / 1024 ** 2)))
}

/** For tests that ask what the code does, not what survives a pulled plug. */
export const forgetfulSettings: Record<string, string> = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_compression: 'off',
}
