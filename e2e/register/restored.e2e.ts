import { expect, test } from '../lib/journey.ts'
import { takePicture } from '../lib/pictures.ts'
import { registerOf } from '../lib/register.ts'

test('After a restore to an earlier moment the register names what the books have lost until it is rung up again', async ({
  stage,
}) => {
  const screen = await stage.clerk('E0003')
  const register = registerOf(screen)
  await register.addFavourite('銀磨きクロス')
  await register.pay('現金', 1_100)
  await register.completeSale()
  await expect(register.done.first()).toBeVisible()
  // The books of this shop are those of its neighbours and cannot go back: the sale gets an id that they never had, and
  // the register is notified of a way back.
  const numbers = await screen.evaluate(() =>
    Object.keys(localStorage)
      .filter((key) => key.startsWith('shirogane.journal.'))
      .flatMap((key) => {
        const entries = JSON.parse(localStorage.getItem(key) ?? '[]') as { id: string; number: string }[]
        for (const entry of entries) entry.id = crypto.randomUUID()
        localStorage.setItem(key, JSON.stringify(entries))
        return entries.map((entry) => entry.number)
      }),
  )
  expect(numbers.length).toBe(1)
  const [number] = numbers
  await screen.route('**/v1/transactions/register/terms', async (route) => {
    const reply = await route.fetch()
    const restoration = { float_counted: true, restored_at: new Date().toISOString() }
    await route.fulfill({ response: reply, json: { ...((await reply.json()) as object), ...restoration } })
  })
  await screen.keyboard.press('Enter')
  await screen.reload()
  const strip = screen.getByText('サーバーの復旧により、この端末の取引1件が記録から失われています。')
  await expect(strip.first()).toBeVisible()
  await screen.getByRole('button', { name: '確認する' }).click()
  const sheet = screen.getByRole('dialog', { name: '記録から失われた取引' })
  await expect(sheet.getByText(number!).first()).toBeVisible()
  await takePicture(screen, 'register-lost')
  await sheet.getByRole('checkbox', { name: `${number}を登録し直した` }).check({ force: true })
  await screen.keyboard.press('Escape')
  await expect(sheet.first()).toBeHidden()
  await expect(strip.first()).toBeHidden()
  const done = screen.getByText('記録から失われた取引は、すべて登録し直されました。')
  await expect(done.first()).toBeVisible()
  await screen.reload()
  await expect(register.cart.first()).toBeVisible()
  await expect(strip.first()).toBeHidden()
  await expect(done.first()).toBeHidden()
})
