import { expect, test } from '../lib/journey.ts'
import type { Locator } from '@playwright/test'

/** The colours of what the reader's own colours must not swallow, as the browser paints them. */
const paint = (face: Locator) =>
  face.evaluate((element) => {
    const { color, backgroundColor, borderStyle } = getComputedStyle(element)
    return { color, backgroundColor, borderStyle }
  })

for (const theme of ['light', 'dark'] as const) {
  test(`In colours of the reader's own, what is chosen, new or to be filled in is seen (${theme})`, async ({
    stage,
  }) => {
    const phone = await stage.customerAt('/user/buy', 'hanako', {
      theme,
      options: { forcedColors: 'active' },
    })
    const highlight = await phone.evaluate(() => {
      const probe = document.body.appendChild(document.createElement('i'))
      probe.style.cssText = 'forced-color-adjust: none; color: HighlightText; background: Highlight'
      const { color, backgroundColor } = getComputedStyle(probe)
      probe.remove()
      return { color, backgroundColor }
    })

    const chosen = phone
      .locator('label', { has: phone.getByRole('radio', { name: 'チャージ' }) })
      .locator('span')
      .last()
    await expect(chosen.first()).toBeVisible()
    const { color, backgroundColor } = await paint(chosen)
    expect({ color, backgroundColor }, 'the chosen part').toStrictEqual(highlight)

    await phone.goto('/notification')
    const unread = phone.getByText('未読', { exact: true }).first().locator('..')
    await unread.waitFor()
    expect((await paint(unread)).backgroundColor, 'the mark of a new notice').toBe(highlight.backgroundColor)

    await phone.goto('/payment-method/new')
    const box = phone.frameLocator('iframe').locator('.box').first()
    await expect(box.first()).toBeVisible()
    expect((await paint(box)).borderStyle, 'a field of the card').toBe('solid')
  })
}
