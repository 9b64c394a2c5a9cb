import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isExecutable, placesOnPath } from '../../lib/executable.ts'
import { Sentence, step } from '../../lib/progress.ts'

/** A disk whose every flush takes longer, while it is switched on. */
export type SlowFlush = {
  /** What the server is to load before the C library. */
  preload: string
  set(isSlow: boolean): void
  remove(): void
}

/** Stands in the place of the C library's own function, by which PostgreSQL flushes its journal on Linux. */
const source = `#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <time.h>
#include <unistd.h>

int fdatasync(int file) {
  static int (*flush)(int);
  if (!flush) flush = (int (*)(int)) dlsym(RTLD_NEXT, "fdatasync");
  if (access(SWITCH, F_OK) == 0) {
    struct timespec more = {0, DELAY_MS * 1000000L};
    while (nanosleep(&more, &more) != 0 && errno == EINTR);
  }
  return flush(file);
}
`

/**
 * PostgreSQL has a setting that looks alike and is none: `commit_delay` waits before the flush, and other commits
 * meanwhile go with it. On a slow disk they wait for the next one.
 */
export function prepareSlowFlush(delayMs: number): SlowFlush | null {
  if (process.platform !== 'linux') {
    step('A slow disk is measured on Linux alone')
    return null
  }
  const compiler = placesOnPath('cc').find(isExecutable)
  if (compiler === undefined)
    throw new Sentence(
      'The slow disk needs a C compiler: on Debian "apt-get install gcc libc6-dev". Name the other sections with --only to go without.',
    )
  const folder = mkdtempSync(join(tmpdir(), 'shirogane-slow-'))
  // The server may run as another user.
  chmodSync(folder, 0o755)
  const code = join(folder, 'slow.c')
  const preload = join(folder, 'slow.so')
  const whenSlow = join(folder, 'slow')
  writeFileSync(code, source)
  const values = [`-DSWITCH="${whenSlow}"`, `-DDELAY_MS=${delayMs}`]
  execFileSync(compiler, ['-shared', '-fPIC', '-O2', ...values, '-o', preload, code, '-ldl'])
  return {
    preload,
    set: (isSlow) => (isSlow ? writeFileSync(whenSlow, '') : rmSync(whenSlow, { force: true })),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
