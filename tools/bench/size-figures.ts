import { measureSizes } from '../lib/code/sizes.ts'
import { buildWebApp } from '../lib/code/web-build.ts'
import { type Figure, number } from './report.ts'

/** What a phone fetches before the first screens work. */
export async function sizeFigures(): Promise<Figure[]> {
  await buildWebApp()
  const { rows, adminLeaks } = measureSizes()
  const figures = rows.map(({ what, measured, floor, goal }): Figure => ({
    what: `${what} (gzip)`,
    measured: `${number(measured, 1)} kB`,
    yardstick: what === 'JavaScript before home' ? 'bare React 65.7 kB; a split app 102.6 kB' : '–',
    value: measured,
    unit: 'kB',
    floor,
    goal,
    better: 'less',
  }))
  return [
    ...figures,
    {
      what: 'customer chunks with words of staff pages',
      measured: String(adminLeaks.length),
      yardstick: '–',
      value: adminLeaks.length,
      unit: 'chunks',
      floor: 0,
      goal: 0,
      better: 'less',
    },
  ]
}
