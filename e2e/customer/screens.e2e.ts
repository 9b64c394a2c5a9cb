import type { Page } from '@playwright/test'
import { expect, test } from '../lib/journey.ts'
import { faultsOf, look, lostIn } from '../lib/looks.ts'
import { phoneScreens } from '../lib/screens.ts'

// One screen after the other, each with all its faults, so that a run shows them all and not only the first.
for (const [area, screens] of Object.entries(phoneScreens)) {
  test(`Every screen of the phone is reachable for everybody, stands still, and loses nothing on 320 pixels or with text twice as large (${area})`, async ({
    stage,
  }) => {
    const faults: string[] = []
    for (const { name, open } of screens) {
      const page = await open(stage, look)
      faults.push(...(await faultsOf(page, name, ['light', 'dark'])), ...(await lostIn(page, name)))
    }
    expect(faults).toStrictEqual([])
  })
}

test('The terms are printed in the letters of a bright screen, and nothing lies over them', async ({
  stage,
}) => {
  const inkOf = (page: Page) =>
    page
      .getByRole('heading', { name: 'プライバシーポリシー' })
      .first()
      .evaluate((title) => getComputedStyle(title).color)
  const [bright, dark] = [await stage.phone(), await stage.phone({ theme: 'dark' })]
  for (const page of [bright, dark]) await page.goto('/about/pp')
  const ink = await inkOf(bright)
  expect(await inkOf(dark)).not.toBe(ink)
  const skip = dark.getByText('本文へ移動')
  const bar = dark.getByRole('banner')
  expect((await skip.isVisible()) && (await bar.isVisible())).toBe(true)
  await dark.emulateMedia({ media: 'print', colorScheme: 'dark' })
  expect(await inkOf(dark)).toBe(ink)
  await expect(skip.first()).toBeHidden()
  await expect(bar.first()).toBeHidden()
})
