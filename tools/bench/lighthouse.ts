import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { isExecutable, placesOnPath } from '../lib/executable.ts'
import { step } from '../lib/progress.ts'
import type { Figure } from './report.ts'
import { median, range } from './statistics.ts'

const run = promisify(execFile)

/** The version that the marks of the docs come from. */
const version = '13.5.0'

/** It does not install beside the workspace's other packages, so it is the machine's own. */
export const howToGetLighthouse = `npm install --global lighthouse@${version}`

export function findLighthouse(): string | null {
  const named = process.env['LIGHTHOUSE']
  return [...(named ? [named] : []), ...placesOnPath('lighthouse')].find(isExecutable) ?? null
}

/** Each category with its floor and goal, of 100. */
const categories = [
  ['performance', 90, 98],
  ['accessibility', 100, 100],
  ['best-practices', 100, 100],
  ['seo', 95, 100],
] as const

type Category = (typeof categories)[number][0]
type Marks = Readonly<Record<Category, number>>

/** Lighthouse's own mobile profile, on home as a person sees it who has no account yet. */
export async function measureLighthouse(
  program: string,
  browser: string,
  origin: string,
  rounds: number,
): Promise<Figure[]> {
  const all: Marks[] = []
  for (let round = 1; round <= rounds; round += 1) {
    const marks = await markOf(program, browser, origin)
    all.push(marks)
    step(
      `round ${round}: Lighthouse gives ${categories.map(([name]) => `${marks[name]} for ${name}`).join(', ')}`,
    )
  }
  return categories.map(([name, floor, goal]) => {
    const marks = all.map((one) => one[name])
    return {
      what: `Lighthouse mobile, home as a guest: ${name}`,
      measured: range(marks).join(' to '),
      yardstick: '–',
      value: median(marks),
      unit: '',
      floor,
      goal,
      better: 'more',
    }
  })
}

async function markOf(program: string, browser: string, origin: string): Promise<Marks> {
  const { stdout } = await run(
    program,
    [
      `${origin}/`,
      '--quiet',
      '--output=json',
      `--only-categories=${categories.map(([name]) => name).join(',')}`,
      '--chrome-flags=--headless=new --no-sandbox --disable-gpu',
    ],
    { env: { ...process.env, CHROME_PATH: browser }, maxBuffer: 64 * 1024 * 1024 },
  )
  const report = JSON.parse(stdout) as {
    categories: Record<Category, { score: number | null }>
    runtimeError?: { message: string }
  }
  if (report.runtimeError)
    throw new Error(`Lighthouse could not look at home: ${report.runtimeError.message}`)
  return Object.fromEntries(
    categories.map(([name]) => [name, Math.round((report.categories[name].score ?? NaN) * 100)]),
  ) as Marks
}
