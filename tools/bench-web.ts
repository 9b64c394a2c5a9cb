// npm run bench:web: the budgets of the screens, on a phone that is slowed down. Writes docs/bench-web.md.
//   --quick   one round; writes nothing
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadConfig } from '@shirogane/api/config'
import { migrate } from '@shirogane/api/db/migrate'
import { admitService } from '@shirogane/api/db/service-role'
import { seed } from '@shirogane/api/seed/seed'
import { startTemporaryPostgres } from '@shirogane/embedded-postgres'
import { type Browser, chromium } from 'playwright-core'
import { findLighthouse, howToGetLighthouse, measureLighthouse } from './bench/lighthouse.ts'
import { forgetCode, openPhone, profile, seenOn, waitForCode } from './bench/phone.ts'
import { type Figure, figuresTable, machineFacts, number, plain, table, verdictOf } from './bench/report.ts'
import { sizeFigures } from './bench/size-figures.ts'
import { median, range } from './bench/statistics.ts'
import { getBrowser } from './lib/browser.ts'
import { callOrThrow, signIn } from './lib/call.ts'
import { root } from './lib/environment.ts'
import { runCommand, step } from './lib/progress.ts'
import { startService } from './lib/service.ts'

const isQuick = process.argv.includes('--quick')
const rounds = isQuick ? 1 : 5
const password = 'Tsukishiro-2026'
const member = { credential: 'hanako', password }

await runCommand(async () => {
  const executablePath = getBrowser()
  const lighthouse = findLighthouse()
  if (!lighthouse)
    step(`Lighthouse is not here and stays out of the table; to have it: ${howToGetLighthouse}`)
  const folder = mkdtempSync(join(tmpdir(), 'shirogane-bench-web-'))
  const postgres = await startTemporaryPostgres({ log: step })
  const secretKey = randomBytes(48).toString('hex')
  try {
    await migrate(postgres.url)
    await admitService(postgres.url, postgres.serviceUrl)
    process.env['DEMO_PASSWORD'] = password
    const config = loadConfig({
      DATABASE_URL: postgres.url,
      DATA_DIR: folder,
      SECRET_KEY: secretKey,
      DEMO: 'on',
    })
    await seed(postgres.url, config, () => undefined)
    const figures = await sizeFigures()
    const service = await startService({
      databaseUrl: postgres.serviceUrl,
      dataDir: folder,
      logFile: join(folder, 'server.log'),
      env: { SECRET_KEY: secretKey, DEMO: 'on', RATE_LIMITS: 'off', CHECK_ANSWERS: 'off' },
    })
    const browser = await chromium.launch({
      executablePath,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    })
    try {
      const origin = `http://localhost:${service.port}`
      const codes = await measureCode(browser, origin)
      const shifts = await measureShifts(browser, origin)
      const marks = lighthouse ? await measureLighthouse(lighthouse, executablePath, origin, rounds) : []
      report(
        [...codes.figures, shifts.figure, ...marks, ...figures],
        [codes.page, shifts.page],
        browser.version(),
      )
    } finally {
      await browser.close()
      await service.stop()
    }
  } finally {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
})

/** How long a customer stands at the register until there is something to scan. */
async function measureCode(browser: Browser, origin: string): Promise<{ figures: Figure[]; page: string }> {
  const cold: number[] = []
  const warmStart: number[] = []
  const tap: number[] = []
  for (let round = 1; round <= rounds; round += 1) {
    const { page, context, throttle } = await openPhone(browser, origin, member)
    await throttle(true)
    await page.goto('/qr', { waitUntil: 'commit' })
    await waitForCode(page)
    cold.push((await seenOn(page)).codeAt ?? NaN)

    // The worker keeps the app from now on; a second opening comes from the device.
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => true))
    await page.goto('/qr', { waitUntil: 'commit' })
    await waitForCode(page)
    warmStart.push((await seenOn(page)).codeAt ?? NaN)

    await page.goto('/')
    await page.getByText('現在のランク').first().waitFor()
    // Home fetches a code ahead as soon as it is at rest.
    await page.waitForTimeout(3_000)
    await forgetCode(page)
    await page.getByRole('link', { name: 'QR支払い' }).tap()
    await waitForCode(page)
    const seen = await seenOn(page)
    tap.push((seen.codeAt ?? NaN) - (seen.tappedAt ?? NaN))
    await context.close()
    step(
      `round ${round}: cold ${ms(cold.at(-1)!)}, from the device ${ms(warmStart.at(-1)!)}, tapped ${ms(tap.at(-1)!)}`,
    )
  }
  const figure = (what: string, values: number[], floor: number, goal: number): Figure => ({
    what,
    measured: ms(median(values)),
    yardstick: '–',
    value: median(values) / 1000,
    unit: 's',
    floor,
    goal,
    better: 'less',
  })
  const line = (what: string, values: number[]): string[] => [
    what,
    ms(median(values)),
    range(values).map(ms).join(' to '),
  ]
  return {
    figures: [
      figure('pay code on screen, cold', cold, 3, 2),
      figure('pay code on screen, warm, with the worker and a code fetched ahead', tap, 1, 0.5),
    ],
    page: `## The pay code\n\n${table(
      ['from', 'median', 'lowest to highest'],
      [
        line('opening the address with nothing on the device, until the code is drawn', cold),
        line('opening the address with the app on the device, until a fresh code is drawn', warmStart),
        line('tapping QR支払い on home, with a code fetched ahead', tap),
      ],
    )}`,
  }
}

function ms(value: number): string {
  return `${number(value)} ms`
}

/** What moves under the finger while a screen loads. */
async function measureShifts(browser: Browser, origin: string): Promise<{ figure: Figure; page: string }> {
  const { access } = await signIn(origin, member.credential, password)
  const { items } = await callOrThrow<{ items: { id: string }[] }>(`${origin}/v1/transactions/list`, {
    access,
  })
  const screens: [string, string, { credential: string; password: string } | null][] = [
    ['home', '/', member],
    ['pay code', '/qr', member],
    ['balance', '/transactions', member],
    ['detail of a payment', `/transaction/${items[0]?.id}`, member],
    ['my page', '/user', member],
    ['home of a guest', '/', null],
    ['login', '/auth/login', null],
    ['page not found', '/no/such/page', null],
    ['register', '/admin/register', { credential: 'E0003', password }],
  ]
  const rows: { name: string; shift: number; paintAt: number }[] = []
  for (const [name, path, person] of screens) {
    const { page, context, throttle } = await openPhone(browser, origin, person)
    if (path.startsWith('/admin')) await page.setViewportSize({ width: 1280, height: 800 })
    await throttle(true)
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    await page.waitForTimeout(1_500)
    const { shift, paintAt } = await seenOn(page)
    rows.push({ name, shift, paintAt })
    await context.close()
    step(`${name}: shifts by ${number(shift, 4)}, largest paint after ${ms(paintAt)}`)
  }
  const worst = rows.toSorted((a, b) => b.shift - a.shift)[0]!
  return {
    figure: {
      what: 'layout shift, the worst of all screens',
      measured: `${worst.name}: ${number(worst.shift, 4)}`,
      yardstick: '–',
      value: Math.round(worst.shift * 10_000) / 10_000,
      unit: '',
      floor: 0.02,
      goal: 0,
      better: 'less',
    },
    page: `## Every screen\n\n${table(
      ['screen', 'layout shift', 'largest paint, cold'],
      rows.map(({ name, shift, paintAt }) => [name, number(shift, 4), ms(paintAt)]),
    )}`,
  }
}

function report(figures: Figure[], pages: string[], version: string): void {
  const found = figuresTable(figures)
  process.stdout.write(`\n${plain(found)}\n\n`)
  const below = figures.filter((figure) => verdictOf(figure).startsWith('BELOW'))
  step(`${figures.length} figures, ${below.length} below their floor`)
  if (isQuick) return
  const page = [
    '# Measurements of the screens',
    `Written by \`npm run bench:web\`; no figure is typed by hand. The phone: ${profile.cpu} times slower processor, ${profile.megabits} Mbit/s down, ${profile.upMegabits} Mbit/s up, ${profile.latencyMs} ms of latency, 390 × 844 at two pixels each; medians of ${rounds} rounds.${figures.some(({ what }) => what.startsWith('Lighthouse')) ? '' : ` Lighthouse was not there to be asked (\`${howToGetLighthouse}\`).`}`,
    machineFacts({ Chromium: version }),
    `## Budgets\n\n${found}`,
    ...pages,
  ]
  writeFileSync(join(root, 'docs/bench-web.md'), `${page.join('\n\n')}\n`)
  step('Wrote docs/bench-web.md')
}
