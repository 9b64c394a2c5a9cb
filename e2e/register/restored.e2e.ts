import { expect, test } from '../lib/journey.ts'
import { takePicture } from '../lib/pictures.ts'
import { registerOf } from '../lib/register.ts'

test('After a way back to an earlier moment the register names what the books have lost until it is rung up again', async ({
  stage,
}) => {
  const till = await stage.clerk('E0003')
  const register = registerOf(till)
  await register.addFavourite('銀磨きクロス')
  await register.pay('現金', 1_100)
  await register.settle()
  await expect(register.done.first()).toBeVisible()
  // The books of this shop are those of its neighbours and cannot go back: the sale gets an id that they never had, and
  // the register is told of a way back.
  const numbers = await till.evaluate(() =>
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
  await till.route('**/v1/transactions/register/terms', async (route) => {
    const reply = await route.fetch()
    const told = { float_counted: true, restored_at: new Date().toISOString() }
    await route.fulfill({ response: reply, json: { ...((await reply.json()) as object), ...told } })
  })
  await till.keyboard.press('Enter')
  await till.reload()
  const strip = till.getByText('サーバーの復旧により、この端末の取引1件が記録から失われています。')
  await expect(strip.first()).toBeVisible()
  await till.getByRole('button', { name: '確認する' }).click()
  const sheet = till.getByRole('dialog', { name: '記録から失われた取引' })
  await expect(sheet.getByText(number!).first()).toBeVisible()
  await takePicture(till, 'register-lost')
  await sheet.getByRole('checkbox', { name: `${number}を登録し直した` }).check({ force: true })
  await till.keyboard.press('Escape')
  await expect(sheet.first()).toBeHidden()
  await expect(strip.first()).toBeHidden()
  const done = till.getByText('記録から失われた取引は、すべて登録し直されました。')
  await expect(done.first()).toBeVisible()
  await till.reload()
  await expect(register.cart.first()).toBeVisible()
  await expect(strip.first()).toBeHidden()
  await expect(done.first()).toBeHidden()
})
