import { defineConfig } from 'vitest/config'

/**
 * How long anything may take before it counts as hanging. Nothing that works comes near: a machine that is slow, or busy
 * with other things, is no fault of what is tested on it, and no test measures speed.
 */
const patience = { testTimeout: 120_000, hookTimeout: 240_000, expect: { poll: { timeout: 30_000 } } }

const serverProject = (name: string, include: string[], { isolate = true } = {}) => ({
  test: {
    name,
    include,
    isolate,
    environment: 'node' as const,
    globalSetup: ['tools/vitest-postgres.ts'],
    ...patience,
  },
})

const screenProject = (name: string, folder: string) => ({
  root: folder,
  test: {
    name,
    include: ['src/**/*.test.{ts,tsx}'],
    environment: 'happy-dom' as const,
    ...patience,
    css: { modules: { classNameStrategy: 'non-scoped' as const } },
  },
})

export default defineConfig({
  test: {
    // Left to itself a run keeps a core free, which on two cores is half of them.
    maxWorkers: '100%',
    projects: [
      serverProject('contract', ['packages/contract/src/**/*.test.ts']),
      serverProject('ledger', ['packages/ledger/src/**/*.test.ts']),
      // Each file has a server and a database of its own, and reading the whole server anew for each took a third of the time.
      serverProject('api', ['apps/api/src/**/*.test.ts', 'packages/testkit/src/**/*.test.ts'], {
        isolate: false,
      }),
      serverProject('tools', ['tools/**/*.test.ts', 'packages/embedded-postgres/src/**/*.test.ts']),
      screenProject('ui', 'packages/ui'),
      screenProject('web', 'apps/web'),
    ],
  },
})
