import assert from 'node:assert/strict'
import type { Locator } from 'playwright-core'
import { sees } from './lib/expect.ts'
import { journey } from './lib/journey.ts'

/** The colours of what the reader's own colours must not swallow, as the browser paints them. */
const paint = (face: Locator) =>
  face.evaluate((element) => {
    const { color, backgroundColor, borderStyle } = getComputedStyle(element)
    return { color, backgroundColor, borderStyle }
  })

for (const theme of ['light', 'dark'] as const) {
  journey(
    `In colours of the reader's own, what is chosen, new or to be filled in is seen (${theme})`,
    async (stage) => {
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
      await sees(chosen)
      const { color, backgroundColor } = await paint(chosen)
      assert.deepEqual({ color, backgroundColor }, highlight, 'the chosen part')

      await phone.goto('/notification')
      const unread = phone.getByText('未読', { exact: true }).first().locator('..')
      await unread.waitFor()
      assert.equal(
        (await paint(unread)).backgroundColor,
        highlight.backgroundColor,
        'the mark of a new notice',
      )

      await phone.goto('/payment-method/new')
      const box = phone.frameLocator('iframe').locator('.box').first()
      await sees(box)
      assert.equal((await paint(box)).borderStyle, 'solid', 'a field of the card')
    },
  )
}
