import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { sees, seesNot } from './lib/expect.ts'
import { journey } from './lib/journey.ts'
import { registerOf } from './lib/register.ts'
import { signIn } from './lib/stage.ts'

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })

journey(
  'Silver is priced by its weight: one person enters the rate, another approves it, and the till weighs',
  async (stage) => {
    const owner = await stage.till()
    await signIn(owner, 'E0001')
    await owner.goto('/admin?tab=catalogue&id=new')
    const form = owner.getByRole('complementary', { name: '商品を登録' })
    await form.getByLabel('SKU').fill('CH001')
    await form.getByLabel('商品名').fill('切り売りチェーン')
    await form.getByRole('radio', { name: '重量 × 地金単価' }).check({ force: true })
    await form.getByLabel('品位').selectOption('925')
    await form.getByLabel('重量', { exact: true }).fill('1')
    await form.getByLabel('係数').fill('2')
    await form.getByLabel('工賃').fill('1100')
    await form.getByRole('switch', { name: 'レジで計量する' }).check({ force: true })
    await sees(form.getByText('いまの地金単価 ¥400/g で ¥1,840'))
    await form.getByRole('button', { name: '保存する' }).click()
    await sees(owner.getByRole('heading', { name: '切り売りチェーン' }))

    const manager = await stage.till()
    await signIn(manager, 'E0002')
    await manager.goto('/admin?tab=silver')
    await manager.getByLabel('1gあたりの単価（税込・円）').fill('500')
    await manager.getByRole('button', { name: '承認を依頼する' }).click()
    await sees(manager.getByText('ご自身が入力した単価です。別の担当者が承認してください。'))
    await seesNot(manager.getByRole('button', { name: '承認する', exact: true }))

    await owner.goto('/admin?tab=silver')
    await sees(owner.getByRole('row', { name: /CH001/ }))
    await sees(owner.getByText('いまの単価から+25%変わります。金額を確認してください。'))
    await owner.getByRole('button', { name: '承認する', exact: true }).click()
    await sees(owner.getByText('¥500/g').first())

    const till = await stage.clerk('E0003')
    const register = registerOf(till)
    await till.keyboard.press('F2')
    await till.keyboard.type('CH001', { delay: 60 })
    await sees(till.getByRole('option', { name: /切り売りチェーン/ }))
    await till.keyboard.press('Enter')
    await sees(dialog(till, '重量の入力'))
    await till.keyboard.type('421', { delay: 60 })
    // 4.21 g × 0.925 × 500円 × 2 = 3,894.25, cut off, and the work on top.
    await sees(dialog(till, '重量の入力').getByText('4.21g'))
    await till.keyboard.press('Enter')
    await sees(register.cart.getByText('CH001・4.21g'))
    await register.pay('現金', 5_000)
    await register.settle()
    await sees(register.done)
    assert.match(await till.locator('main').innerText(), /¥?6\b/, 'change of 5,000 for 4,994')
    assert.deepEqual(await stage.shop.findings(), [], 'the books balance')
  },
)
