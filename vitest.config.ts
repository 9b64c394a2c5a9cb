import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

/**
 * How long anything may take before it counts as hanging. Nothing that works comes near: a machine that is slow, or busy
 * with other things, is no fault of what is tested on it, and no test measures speed.
 */
const patience = { testTimeout: 120_000, hookTimeout: 240_000, expect: { poll: { timeout: 30_000 } } }

const serverProject = (name: string, include: string[], { isolate = true, hasDatabase = true } = {}) => ({
  test: {
    name,
    include,
    isolate,
    environment: 'node' as const,
    ...(hasDatabase && { globalSetup: ['tools/vitest-postgres.ts'] }),
    ...patience,
  },
})

const screenProject = (name: string, folder: string) => ({
  root: folder,
  test: {
    name,
    include: ['src/**/*.test.{ts,tsx}'],
    environment: 'happy-dom' as const,
    // Each file in a realm of its own, on the modules that were read once: a third of the work of a process for each.
    pool: 'vmThreads' as const,
    setupFiles: [join(import.meta.dirname, 'packages/ui/vitest-setup.ts')],
    ...patience,
    css: { modules: { classNameStrategy: 'non-scoped' as const } },
  },
})

export default defineConfig({
  test: {
    // More than cores: many tests wait for a clock, a socket or the database, and another one works meanwhile.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    projects: [
      serverProject('contract', ['packages/contract/src/**/*.test.ts'], { hasDatabase: false }),
      serverProject('domain', ['packages/domain/src/**/*.test.ts'], { hasDatabase: false }),
      serverProject('bank', ['packages/bank/src/**/*.test.ts'], { hasDatabase: false }),
      serverProject('receipt', ['packages/receipt/src/**/*.test.ts'], { hasDatabase: false }),
      serverProject('ledger', ['packages/ledger/src/**/*.test.ts']),
      // Each file has a server and a database of its own, and reading the whole server anew for each took a third of the time.
      serverProject('api', ['apps/api/src/**/*.test.ts'], { isolate: false }),
      serverProject('tools', ['tools/**/*.test.ts']),
      screenProject('ui', 'packages/ui'),
      screenProject('web', 'apps/web'),
    ],
  },
})
