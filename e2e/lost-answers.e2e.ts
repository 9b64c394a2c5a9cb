import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { readPhone, scan } from './lib/codes.ts'
import { eventually, sees, wordsOf } from './lib/expect.ts'
import { journey } from './lib/journey.ts'
import { registerOf } from './lib/register.ts'
import type { Stage } from './lib/stage.ts'

const payments = '**/v1/transactions/pay**'

/** A till with one article in the cart and the cash for it, one word away from the sale. */
async function readyToSettle(
  stage: Stage,
): Promise<{ till: Page; register: ReturnType<typeof registerOf>; sales: number }> {
  const till = await stage.clerk('E0003')
  const register = registerOf(till)
  await register.addFavourite('銀磨きクロス')
  await register.pay('現金', 1_100)
  return { till, register, sales: await stage.shop.countSales() }
}

/** The same with a member, whose code is held by the register. */
async function readyWithMember(stage: Stage) {
  const phone = await stage.customerAt('/qr', 'hanako')
  const till = await stage.clerk('E0003')
  const register = registerOf(till)
  await scan(till, (await readPhone(phone)).qr)
  await sees(register.member.getByText('例示 花子 様'))
  await register.addFavourite('銀磨きクロス')
  await register.pay('残高', 100)
  await register.pay('現金', 1_000)
  return { phone, till, register, sales: await stage.shop.countSales() }
}

journey(
  'The network is gone before the confirmation: the sale is sent again under its own key',
  async (stage) => {
    const { till, register, sales } = await readyToSettle(stage)
    let attempts = 0
    await till.route(payments, async (route) => {
      attempts += 1
      if (attempts === 1) await route.abort('internetdisconnected')
      else await route.continue()
    })
    await register.settle()
    await sees(register.done)
    assert.ok(attempts >= 2)
    assert.equal(await stage.shop.countSales(), sales + 1)
  },
)

journey('The network is gone during the confirmation: whatever happened, it happened once', async (stage) => {
  const { till, register, sales } = await readyWithMember(stage)
  let attempts = 0
  await till.route(payments, async (route) => {
    attempts += 1
    if (attempts > 1) return route.continue()
    // The server has it and works on it; the line breaks before a word comes back.
    void route.fetch().catch(() => undefined)
    await new Promise((resolve) => setTimeout(resolve, 5))
    return route.abort('connectionreset')
  })
  await register.settle()
  await sees(register.done)
  assert.equal(await stage.shop.countSales(), sales + 1)
})

journey(
  'The answer is lost after the confirmation: the register finds out and sells nothing twice',
  async (stage) => {
    const { phone, till, register, sales } = await readyWithMember(stage)
    await till.route(payments, async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    })
    await register.settle()
    await sees(register.done)
    await sees(phone.getByRole('heading', { name: 'お支払いが完了しました' }))
    assert.equal(await stage.shop.countSales(), sales + 1)
    assert.deepEqual(await stage.shop.findings(), [])
  },
)

journey(
  'The server dies with the sale in hand and comes back: the register waits and learns the result',
  async (stage) => {
    const { till, register, sales } = await readyWithMember(stage)
    await register.confirmButton.click()
    const confirm = till.getByRole('dialog', { name: '会計の確認' }).getByRole('button', { name: '確定する' })
    await Promise.all([confirm.click(), stage.shop.killServer()])
    await sees(till.getByText('お支払いを処理しています'))
    await stage.shop.start()
    await sees(register.done)
    assert.equal(await stage.shop.countSales(), sales + 1)
    assert.deepEqual(await stage.shop.findings(), [])
  },
)

journey('A register that is reloaded keeps its cart and the member it scanned', async (stage) => {
  const { till, register, sales } = await readyWithMember(stage)
  await till.reload()
  await sees(register.member.getByText('例示 花子 様'))
  await sees(register.cart.getByText('銀磨きクロス'))
  await register.settle()
  await sees(register.done)
  assert.equal(await stage.shop.countSales(), sales + 1)
})

journey(
  'A register that is reloaded in the middle of the settlement finds out what became of it',
  async (stage) => {
    const { till, register, sales } = await readyWithMember(stage)
    await till.route(payments, async (route) => {
      await route.fetch()
      // The answer never comes; the clerk reloads.
      await new Promise((resolve) => setTimeout(resolve, 60_000))
    })
    await register.settle()
    await eventually(
      'the sale is in the books',
      () => stage.shop.countSales(),
      (count) => count === sales + 1,
    )
    await till.unroute(payments)
    await till.reload()
    await sees(register.done)
    assert.equal(await stage.shop.countSales(), sales + 1)
  },
)

journey(
  'A register that is reloaded before anything arrived says so, and the same confirmation settles it',
  async (stage) => {
    const { till, register, sales } = await readyWithMember(stage)
    let isCut = true
    // Nothing comes through until the page has gone; then the way is free again.
    await till.route(payments, (route) => (isCut ? new Promise(() => undefined) : route.continue()))
    await register.settle()
    await sees(till.getByText('お支払いを処理しています'))
    await till.reload()
    isCut = false
    await sees(till.getByText('会計はまだ確定していません。内容を確認して、もう一度確定してください。'))
    assert.equal(await stage.shop.countSales(), sales)
    await register.settle()
    await sees(register.done)
    assert.equal(await stage.shop.countSales(), sales + 1)
  },
)

journey(
  'A register that is reloaded on the result shows it again and goes on to the next sale',
  async (stage) => {
    const { till, register, sales } = await readyToSettle(stage)
    await register.settle()
    await sees(register.done)
    const number = /\d{8}-KNZ1-\d+/.exec(await wordsOf(till.locator('main')))?.[0]
    await till.reload()
    await sees(register.done)
    assert.ok((await wordsOf(till.locator('main'))).includes(number ?? 'a number'))
    await register.next()
    assert.equal(await stage.shop.countSales(), sales + 1)
  },
)

journey('Without a network nothing can be confirmed, and nothing is lost', async (stage) => {
  const { till, register, sales } = await readyToSettle(stage)
  await till.context().setOffline(true)
  const blocked = till.getByRole('button', { name: 'オフラインです。会計は確定できません。' })
  await sees(blocked)
  assert.equal(await blocked.isDisabled(), true)
  await till.context().setOffline(false)
  await sees(register.confirmButton)
  await register.settle()
  await sees(register.done)
  assert.equal(await stage.shop.countSales(), sales + 1)
})
