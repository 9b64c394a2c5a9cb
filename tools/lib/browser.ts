import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { root } from './environment.ts'
import { isExecutable, placesOnPath } from './executable.ts'
import { Sentence, step } from './progress.ts'

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']

/** The browser that the tests drive: the system's, else Playwright's own. Null when there is none yet. */
export function findBrowser(): string | null {
  const asked = process.env['CHROMIUM']
  const candidates = [
    ...(asked ? [asked] : []),
    '/usr/bin/chromium',
    ...names.flatMap(placesOnPath),
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    chromium.executablePath(),
  ]
  return candidates.find(isExecutable) ?? null
}

/** The same browser without windows, which needs half as much of the machine, where it is installed. */
export function findShell(): string | null {
  return (
    ['/usr/bin/chromium-headless-shell', ...placesOnPath('chromium-headless-shell')].find(isExecutable) ??
    null
  )
}

/** Finds a browser or fetches one, by a way that this machine allows. */
export function getBrowser(): string {
  const found = findBrowser()
  if (found) return found
  step('Fetching a browser for the tests (about 150 MB, once)')
  const cli = join(root, 'node_modules/playwright-core/cli.js')
  const attempts: (() => void)[] = [
    () => spawnSync(process.execPath, [cli, 'install', 'chromium'], { stdio: 'inherit', timeout: 300_000 }),
  ]
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    // Debian's own comes first where we may install it: it brings its libraries along.
    attempts.unshift(() => {
      const options = { stdio: 'ignore' as const, env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
      spawnSync('apt-get', ['update', '-qq'], options)
      spawnSync(
        'apt-get',
        ['install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-noto-cjk'],
        options,
      )
    })
  }
  for (const attempt of attempts) {
    attempt()
    const fetched = findBrowser()
    if (fetched && runs(fetched)) return fetched
  }
  throw new Sentence(
    'The browser tests need Chromium and none could be fetched: install it (on Debian: apt-get install chromium fonts-noto-cjk), or name one in CHROMIUM, and run this again.',
  )
}

function runs(browser: string): boolean {
  return spawnSync(browser, ['--version'], { stdio: 'ignore', timeout: 30_000 }).status === 0
}
