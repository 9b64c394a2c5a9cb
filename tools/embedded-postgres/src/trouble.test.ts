import { expect, test } from 'vitest'
import { explain } from './trouble.ts'

const place = { dataDir: '/data', logFile: '/data/postgres.log' }

test.each([
  ['ENOSPC: no space left on device, mkdir', /^The disk that holds \/data is full: free at least 500 MB/],
  ['FATAL:  could not write lock file: No space left on device', /^The disk that holds \/data is full/],
  ['FATAL:  could not map anonymous shared memory: Cannot allocate memory', /^There is not enough memory/],
  ['initdb: error: could not look up effective user ID 1234: user does not exist', /^This user has no entry/],
  [
    'postgres: error while loading shared libraries: libicu.so.60',
    /^The PostgreSQL program files are incomplete/,
  ],
  ['FATAL:  data directory "/data/cluster" has invalid permissions', /^The folder \/data must belong to/],
  ['EROFS: read-only file system, mkdir', /^The folder \/data cannot be written: .*DATA_DIR/],
  [
    'PANIC:  could not locate a valid checkpoint record',
    /a valid checkpoint record.*backup.*\/data\/postgres\.log/,
  ],
])('%s is one sentence that says what to do', (raw, sentence) => {
  const { message } = explain(raw, place)
  expect(message).toMatch(sentence)
  expect(message).not.toContain('\n')
})
