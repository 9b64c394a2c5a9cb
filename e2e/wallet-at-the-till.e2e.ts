import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { readPhone, scan } from './lib/codes.ts'
import { eventually, sees, wordsOf } from './lib/expect.ts'
import { journey } from './lib/journey.ts'
import { password, type Shop } from './lib/shop.ts'

const press = async (till: Page, points: number) => {
  const keypad = till.getByRole('group', { name: 'テンキー' })
  for (const digit of String(points)) await keypad.getByRole('button', { name: digit, exact: true }).click()
}

/** The code that the phone shows once it has put the spent one away, all by itself. */
const freshCode = async (phone: Page, spent: string): Promise<string> =>
  (
    await eventually(
      'the phone shows a new code',
      () => readPhone(phone),
      ({ qr }) => qr !== spent,
    )
  ).qr

journey('Staff hand a member points, take them back, and move some between two', async (stage) => {
  const { shop } = stage
  const before = { kyoko: await shop.walletOf('kyoko'), takasaki: await shop.walletOf('takasaki') }
  const till = await stage.clerk('E0003')
  await till.goto('/admin/register?mode=point')
  const phone = await stage.customerAt('/qr', 'kyoko')
  const { qr } = await readPhone(phone)

  await scan(till, qr)
  await sees(till.getByText('見本 京子 様'))
  await till.getByRole('button', { name: 'お詫び' }).click()
  await press(till, 300)
  await till.getByRole('button', { name: '300ptの確認へ' }).click()
  const question = till.getByRole('alertdialog')
  await sees(question.getByText('見本 京子 様に300ptを付与しますか？'))
  await question.getByRole('button', { name: '付与する' }).click()
  await sees(till.getByText('見本 京子様に 300pt を付与しました'))
  await sees(phone.getByText('金沢本店で300ptを受け取りました'))
  assert.equal((await shop.walletOf('kyoko')).points, before.kyoko.points + 300)
  await sees(till.getByText('読み取ったコードは使用済みです。'))

  await till.getByRole('button', { name: '取り消す' }).click()
  const sheet = till.getByRole('dialog', { name: 'この付与を取り消しますか？' })
  await sheet.getByLabel('社員番号').fill('E0003')
  await sheet.getByLabel('パスワード').fill(password)
  await sheet.getByRole('button', { name: '取り消す' }).click()
  await sees(till.getByText('取り消しました'))
  assert.equal((await shop.walletOf('kyoko')).points, before.kyoko.points)

  await till.getByRole('radio', { name: '会員から会員へ' }).check()
  const other = await stage.customerAt('/qr', 'takasaki')
  await scan(till, qr)
  await sees(till.getByText('お客様の画面の新しいコードを読み取ってください。'))
  await scan(till, await freshCode(phone, qr))
  await sees(till.getByRole('region', { name: 'ポイントを渡す会員' }).getByText('見本 京子 様'))
  await scan(till, (await readPhone(other)).qr)
  await sees(till.getByRole('region', { name: 'ポイントを受け取る会員' }).getByText('髙﨑 外字 様'))
  await press(till, 100)
  await till.getByRole('button', { name: '100ptの確認へ' }).click()
  await question.getByRole('button', { name: '移す' }).click()
  await sees(till.getByRole('alertdialog', { name: '見本 京子 様の確認を待っています' }))
  assert.equal((await shop.walletOf('kyoko')).points, before.kyoko.points, 'nothing has moved')
  const asked = phone.getByRole('dialog', { name: 'ポイントの移行を確認してください' })
  await sees(asked.getByText('髙＊＊ 様'))
  await asked.getByRole('button', { name: '渡す', exact: true }).click()
  const proof = phone.getByRole('dialog', { name: 'ご本人の確認' })
  await proof.getByRole('button', { name: 'パスワードで確認する' }).click()
  await proof.getByLabel('パスワード', { exact: true }).fill(password)
  await proof.getByRole('button', { name: '確認する', exact: true }).click()
  await sees(till.getByText('見本 京子様から髙﨑 外字様へ 100pt を移しました'))
  await sees(other.getByText('見＊＊さんから100ptを受け取りました'))
  assert.equal((await shop.walletOf('kyoko')).points, before.kyoko.points - 100)
  assert.equal((await shop.walletOf('takasaki')).points, before.takasaki.points + 100)
  assert.deepEqual(await shop.findings(), [], 'the books balance')
})

/** What the books say is in the drawers of the main shop. */
async function drawerOf(shop: Shop): Promise<number> {
  const { rows } = await shop.db.query<{ yen: number }>(
    `select coalesce(sum(case when x.debit_kind = 'drawer' then x.amount else -x.amount end), 0)::int as yen
     from ledger.transfers x join ledger.transactions t on t.id = x.transaction_id join stores s on s.id = t.store_id
     where 'drawer' in (x.debit_kind, x.credit_kind) and s.code = 'KNZ1'`,
  )
  return rows[0]!.yen
}

journey(
  'Cash becomes balance at the register, and is handed out again when it was a mistake',
  async (stage) => {
    const { shop } = stage
    const before = await shop.walletOf('kyoko')
    const drawer = await drawerOf(shop)
    const phone = await stage.customerAt('/qr', 'kyoko')
    const till = await stage.desk('E0003')
    await till.goto('/admin/register?mode=charge')
    const send = (amount: string) => till.getByRole('button', { name: `${amount}をチャージする` })
    await sees(till.getByText('会員を読み取ってください').first())
    await scan(till, (await readPhone(phone)).qr)
    await sees(till.getByText('見本 京子 様'))

    // Three thousand are asked for, and ten are held out; what is too little is no charge, nor is what is too little cash.
    await press(till, 400)
    await sees(till.getByText('¥500〜¥30,000で入力してください'))
    await till.getByRole('button', { name: '¥3,000', exact: true }).click()
    await press(till, 2_000)
    await sees(till.getByRole('button', { name: 'あと ¥1,000' }))
    await till.getByRole('button', { name: '¥10,000', exact: true }).last().click()
    await send('¥3,000').click()
    const question = till.getByRole('alertdialog', {
      name: '見本 京子 様の残高に¥3,000をチャージしますか？',
    })
    await sees(question.getByText('お預かり ¥10,000・お釣り ¥7,000'))
    await question.getByRole('button', { name: 'チャージする' }).dblclick()
    await sees(till.getByText('見本 京子 様に¥3,000をチャージしました'))
    assert.match(await wordsOf(till.locator('main')), /お釣り ?¥?7,000/)
    assert.equal((await shop.walletOf('kyoko')).balance, before.balance + 3_000, 'charged, and once')
    assert.equal(await drawerOf(shop), drawer + 3_000)
    await phone.goto('/transactions')
    const charged = phone.getByRole('listitem').filter({ hasText: 'チャージ' }).first()
    await sees(charged.getByText(/3,000/))

    await till.getByRole('button', { name: '取り消す' }).click()
    const sheet = till.getByRole('dialog', { name: 'このチャージを取り消しますか？' })
    await sees(sheet.getByText('当日中だけ取り消せます。残高から差し引き、現金をお返しします。'))
    await sheet.getByLabel('社員番号').fill('E0003')
    await sheet.getByLabel('パスワード').fill('まちがい')
    await sheet.getByRole('button', { name: '取り消す' }).click()
    await sees(sheet.getByText('社員番号またはパスワードが正しくありません。'))
    await sheet.getByLabel('パスワード').fill(password)
    await sheet.getByRole('button', { name: '取り消す' }).click()
    await sees(till.getByText('取り消しました'))
    assert.equal((await shop.walletOf('kyoko')).balance, before.balance)
    assert.equal(await drawerOf(shop), drawer, 'and the drawer holds no yen of it')
    assert.deepEqual(await shop.findings(), [], 'the books balance')
  },
)
