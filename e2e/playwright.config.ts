import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import type { WorkerOptions } from './lib/journey.ts'

/** How long a journey waits for what must come. On a machine that is slow or busy with other things it comes late, not wrong. */
const patienceMs = 40_000

/** A journey that needs the app's service worker has this tag: where the network fails, a push comes or a window opens, and for a payment. */
const needsServiceWorker = /@service-worker/

export default defineConfig<object, WorkerOptions>({
  testMatch: '**/*.e2e.ts',
  globalSetup: './lib/global-setup.ts',
  outputDir: './test-results',
  workers: Math.min(4, availableParallelism()),
  // A real browser on a busy machine is now and then late for its own clock. What passes at the second attempt is named as
  // flaky, so that it is mended and not forgotten.
  retries: 1,
  timeout: 300_000,
  expect: { timeout: patienceMs, toPass: { timeout: patienceMs } },
  reportSlowTests: null,
  reporter: [['list'], ['./lib/closing-line.ts']],
  use: {
    actionTimeout: patienceMs,
    navigationTimeout: patienceMs,
    locale: 'ja-JP',
    timezoneId: 'Asia/Tokyo',
    // Hardly a journey looks at movement, so it is not drawn: a third of a second of each sheet, and every sheen and ring
    // meanwhile.
    reducedMotion: 'reduce',
    // A trace of every journey would take a quarter more of the machine: the second attempt of what failed has one.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
  },
  // Most journeys run in the browser without windows, where it is installed, and without a service worker: either would take
  // as long again as the journey itself.
  projects: [
    {
      name: 'chromium',
      grep: needsServiceWorker,
      use: { hasWindows: true, serviceWorkers: 'allow' },
    },
    {
      name: 'headless-shell',
      grepInvert: needsServiceWorker,
      use: { hasWindows: false, serviceWorkers: 'block' },
    },
  ],
})
