// npm run e2e: stories told in a real browser against the real server.
//   [word…]            only the files or stories whose name contains a word
//   --shots DIR        pictures of every screen into this folder
//   --headed           with the browser in sight
//   --lanes N          how many shops are open at once (one more than there are cores, and 4 at the most)
import { globSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { findShell, getBrowser } from '@shirogane/tools/lib/browser'
import { root } from '@shirogane/tools/lib/environment'
import { runCommand, step } from '@shirogane/tools/lib/progress'
import { buildWebApp } from '@shirogane/tools/lib/code/web-build'
import { type Browser, chromium } from 'playwright-core'
import { browserArguments } from './lib/browser.ts'
import { type Journey, takeJourneys } from './lib/journey.ts'
import { Shop } from './lib/shop.ts'
import { Stage } from './lib/stage.ts'

const options = process.argv.slice(2)
const valued = ['--shots', '--lanes']
const words = options.filter(
  (word, index) => !word.startsWith('--') && !valued.includes(options[index - 1] ?? ''),
)
/** A story waits a good part of its time, and one browser serves all of them. */
const lanes = options.includes('--lanes')
  ? Number(options[options.indexOf('--lanes') + 1])
  : Math.min(4, availableParallelism() + 1)
const journeyLimitMs = 300_000
/** What takes longest begins first, or one lane would still be at it long after the others have ended. */
const longest = [
  'screens.e2e.ts',
  'lost-answers.e2e.ts',
  'bad-codes.e2e.ts',
  'kyc.e2e.ts',
  'selling.e2e.ts',
  'payouts.e2e.ts',
  'membership.e2e.ts',
  'account.e2e.ts',
  'head-office.e2e.ts',
  'stock.e2e.ts',
  'staff.e2e.ts',
  'shop-day.e2e.ts',
  'refunds.e2e.ts',
  'offline.e2e.ts',
  'cards.e2e.ts',
  'wallet-at-the-till.e2e.ts',
]

let passed = 0
let failed = 0
let unsteady = 0
let pictures = 0

await runCommand(async () => {
  const executablePath = getBrowser()
  await buildWebApp()
  const evidence = mkdtempSync(join(tmpdir(), 'shirogane-e2e-failed-'))
  const isHeaded = options.includes('--headed')
  const shell = isHeaded ? null : findShell()
  const launch = (path: string): Promise<Browser> =>
    chromium.launch({ executablePath: path, args: browserArguments, headless: !isHeaded })
  const whole = await launch(executablePath)
  const browsers = { whole, light: shell === null ? whole : await launch(shell) }
  try {
    const files: { file: string; wanted: Journey[] }[] = []
    for (const file of globSync('*.e2e.ts', { cwd: join(root, 'e2e') }).toSorted(byLength)) {
      await import(join(root, 'e2e', file))
      const wanted = takeJourneys().filter(
        ({ title }) =>
          words.length === 0 || words.some((word) => file.includes(word) || title.includes(word)),
      )
      if (wanted.length > 0) files.push({ file, wanted })
    }
    const lane = async (): Promise<void> => {
      for (let next = files.shift(); next; next = files.shift()) {
        await tellFile(next.file, next.wanted, { browsers, evidence })
      }
    }
    await Promise.all(Array.from({ length: lanes }, lane))
  } finally {
    await Promise.all([browsers.whole.close(), browsers.light.close()])
  }
  if (pictures > 0) process.stdout.write(`Pictures of the failures are in ${evidence}\n`)
  else rmSync(evidence, { recursive: true })
  if (unsteady > 0) process.stdout.write(`${unsteady} came to their end at the second telling only\n`)
  process.stdout.write(`${passed} passed, ${failed} failed\n`)
  if (failed > 0) process.exitCode = 1
})

function byLength(one: string, two: string): number {
  const place = (file: string): number => (longest.indexOf(file) + longest.length + 1) % (longest.length + 1)
  return place(one) - place(two) || one.localeCompare(two)
}

type Means = { browsers: { whole: Browser; light: Browser }; evidence: string }

/**
 * A story that breaks is told once more in a new shop: a real browser on a busy machine is now and then late for its
 * own clock. What needed it is counted and named, so that it is mended and not forgotten.
 */
async function tellFile(file: string, journeys: readonly Journey[], means: Means): Promise<void> {
  const broken = await tellAll(file, journeys, means)
  const stillBroken = broken.length > 0 ? await tellAll(`${file}, once more`, broken, means) : []
  passed += journeys.length - stillBroken.length
  failed += stillBroken.length
  unsteady += broken.length - stillBroken.length
}

/** A file's stories share a shop that opened for them, with the whole demo brand in it. Answers those that broke. */
async function tellAll(
  title: string,
  journeys: readonly Journey[],
  { browsers, evidence }: Means,
): Promise<Journey[]> {
  const broken: Journey[] = []
  const shop = await Shop.open()
  try {
    for (const journey of journeys) {
      const stage = new Stage(shop, journey.isWhole ? browsers.whole : browsers.light, journey)
      const startedAt = performance.now()
      const trouble = await withLimit(journey.tell(stage)).then(
        () => null,
        (error: unknown) => error,
      )
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
      if (trouble === null) {
        step(`  good   ${title}: ${journey.title} (${seconds} s)`)
      } else {
        broken.push(journey)
        pictures += 1
        step(`  FAILED ${title}: ${journey.title} (${seconds} s)`)
        process.stdout.write(`${describe(trouble)}\n`)
        await photograph(stage, join(evidence, String(pictures)))
      }
      await stage.leave()
    }
  } finally {
    await shop.close()
  }
  return broken
}

async function withLimit(story: Promise<void>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`The story did not end within ${journeyLimitMs / 1000} s.`)),
      journeyLimitMs,
    )
  })
  try {
    await Promise.race([story, limit])
  } finally {
    clearTimeout(timer)
  }
}

function describe(error: unknown): string {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return text.replace(/^/gm, '           ')
}

async function photograph(stage: Stage, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  for (const [index, page] of stage.pages().entries()) {
    await page.screenshot({ path: join(folder, `${index}.png`) }).catch(() => undefined)
  }
}
