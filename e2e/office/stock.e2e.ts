import { expect, test } from '../lib/journey.ts'
import { takePicture } from '../lib/pictures.ts'
import type { Locator, Page } from '@playwright/test'
import { decode, scan } from '../lib/codes.ts'
import { registerOf } from '../lib/register.ts'
import type { Look, Stage } from '../lib/stage.ts'

const brooch = { sku: 'BC001', name: '梟ブローチ いぶし', price: 20_900 }

async function levelOf(stage: Stage, sku: string, store: string): Promise<number> {
  const { rows } = await stage.shop.db.query<{ shelf: number }>(
    `select l.shelf from ledger.stock_levels l join skus k on k.id = l.sku_id join stores s on s.id = l.store_id
     where k.sku = $1 and s.code = $2`,
    [sku, store],
  )
  return rows[0]!.shelf
}

async function barcodeOf(stage: Stage, sku: string): Promise<string> {
  const { rows } = await stage.shop.db.query<{ barcode: string }>('select barcode from skus where sku = $1', [
    sku,
  ])
  return rows[0]!.barcode
}

/** A manager at the stock of their shop. */
async function atStock(stage: Stage, number: string, view: string, look: Look = {}): Promise<Page> {
  const page = await stage.desk(number, look)
  await page.goto(`/admin/inventory?view=${view}`)
  await expect(page.getByRole('heading', { name: '在庫', exact: true }).first()).toBeVisible()
  return page
}

test('The header of a long list stays below the strip while the list scrolls under it', async ({ stage }) => {
  const desk = await atStock(stage, 'E0002', 'stock')
  const header = desk.getByRole('columnheader').first()
  await expect(header.first()).toBeVisible()
  const strip = await desk.getByRole('banner').boundingBox()
  const below = (strip?.y ?? 0) + (strip?.height ?? 0)
  expect((await header.boundingBox())?.y ?? 0, 'the list begins further down').toBeGreaterThan(below + 50)
  await expect
    .poll(async () => {
      await desk.evaluate('scrollTo(0, 500)')
      return Math.abs(((await header.boundingBox())?.y ?? 0) - below)
    }, 'the header has come to stand below the strip')
    .toBeLessThan(1)
})

test('A delivery comes in by scanner, and its label is one that a scanner reads', async ({ stage }) => {
  const before = await levelOf(stage, brooch.sku, 'KRM1')
  const barcode = await barcodeOf(stage, brooch.sku)
  // A label is read as finely as it is printed.
  const desk = await atStock(stage, 'E0004', 'receive', { options: { deviceScaleFactor: 4 } })
  await desk.getByLabel('仕入先').fill('銀河工房')
  await desk.getByLabel('伝票番号').fill('e2e-1')
  await desk.getByRole('heading', { name: '在庫', exact: true }).click()
  await scan(desk, barcode)
  await expect(desk.getByText('合計 1点').first()).toBeVisible()
  await scan(desk, barcode)
  await expect(desk.getByText('合計 2点').first()).toBeVisible()
  await desk.getByRole('textbox', { name: `${brooch.name} 予定` }).fill('３')
  await expect(desk.getByText('予定より 1点 少ない').first()).toBeVisible()
  await takePicture(desk, 'stock-receive')
  await desk.getByRole('button', { name: '入荷を確定' }).click()
  await expect(desk.getByText('2点を入荷しました').first()).toBeVisible()
  expect(await levelOf(stage, brooch.sku, 'KRM1')).toBe(before + 2)

  await desk.getByRole('button', { name: '入荷した分のラベルを印刷' }).click()
  const sheet = desk.getByRole('dialog', { name: '商品ラベル' })
  await expect(sheet.getByRole('img', { name: `バーコード ${barcode}` }).first()).toBeVisible()
  await expect(async () => {
    const [label] = await decode(await desk.screenshot())
    expect(label, 'the label bears a bar code that a decoder reads').toStrictEqual({
      format: 'Code128',
      text: barcode,
    })
  }).toPass()
  await takePicture(desk, 'stock-labels')
})

test('Articles go to another shop, are nowhere for sale on their way, and one of them does not arrive', async ({
  stage,
}) => {
  const { sku, name } = { sku: 'RG001-11', name: '月暈リング 細 11号' }
  const barcode = await barcodeOf(stage, sku)
  const [had, gets] = [await levelOf(stage, sku, 'KNZ1'), await levelOf(stage, sku, 'KRM1')]
  const desk = await atStock(stage, 'E0002', 'transfer')
  await desk.getByLabel('移動先').selectOption({ label: '東京蔵前店' })
  await desk.getByRole('heading', { name: '在庫', exact: true }).click()
  await scan(desk, barcode)
  await expect(desk.getByText('合計 1点').first()).toBeVisible()
  await desk.getByRole('group', { name }).getByRole('button', { name: '増やす' }).click()
  await desk.getByRole('group', { name }).getByRole('button', { name: '増やす' }).click()
  await expect(desk.getByText('合計 3点').first()).toBeVisible()
  await desk.getByRole('button', { name: '出庫を確定' }).click()
  await expect(desk.getByText('3点を出庫しました').first()).toBeVisible()
  const sent = desk.getByRole('listitem').filter({ hasText: '→' })
  await expect(sent.getByText('出庫済み').first()).toBeVisible()
  expect(
    [await levelOf(stage, sku, 'KNZ1'), await levelOf(stage, sku, 'KRM1')],
    'they have left the one shelf and lie on no other',
  ).toStrictEqual([had - 3, gets])

  const there = await atStock(stage, 'E0004', 'stock')
  await there.getByRole('searchbox', { name: '商品名・SKU・バーコード' }).fill(sku)
  await there.getByRole('button', { name: new RegExp(name) }).click()
  await expect(there.getByText('移動中').first()).toBeVisible()
  await there.goto('/admin/inventory?view=transfer')
  await expect(there.getByText('入庫待ち').first()).toBeVisible()
  await there.getByRole('button', { name: '受け取る' }).click()
  const sheet = there.getByRole('dialog', { name: '入庫する' })
  await sheet.getByRole('textbox', { name: `${name} 届いた数` }).fill('2')
  await expect(sheet.getByText('1点 不足').first()).toBeVisible()
  await sheet.getByRole('button', { name: '入庫を確定' }).click()
  await expect(there.getByText('2点を受け取りました').first()).toBeVisible()
  await expect(there.getByText('完了').first()).toBeVisible()

  // The shop that sent them sees it, and can no longer call them back.
  await desk.reload()
  await expect(sent.getByText('1点 不足').first()).toBeVisible()
  expect(await sent.getByRole('button', { name: '取り消す' }).count()).toBe(0)
  expect([await levelOf(stage, sku, 'KNZ1'), await levelOf(stage, sku, 'KRM1')]).toStrictEqual([
    had - 3,
    gets + 2,
  ])
  expect(await stage.shop.findings(), 'the books balance').toStrictEqual([])
})

test('The last piece is sold once, and the register that comes second keeps its cart', async ({ stage }) => {
  const desk = await atStock(stage, 'E0004', 'stock')
  await desk.getByRole('searchbox', { name: '商品名・SKU・バーコード' }).fill(brooch.sku)
  await desk.getByRole('button', { name: new RegExp(brooch.name) }).click()
  await expect(desk.getByRole('heading', { name: brooch.name }).first()).toBeVisible()
  await takePicture(desk, 'stock-item')
  await desk.getByRole('button', { name: '在庫を調整' }).click()
  const sheet = desk.getByRole('dialog', { name: '在庫調整' })
  await sheet.getByRole('radio', { name: '実数' }).check()
  await sheet.getByRole('textbox', { name: '点数' }).fill('1')
  await sheet.getByRole('button', { name: '調整する' }).click()
  await expect(desk.getByText('在庫を調整しました').first()).toBeVisible()

  const barcode = await barcodeOf(stage, brooch.sku)
  const registerSizes = await Promise.all([stage.clerk('E0005'), stage.clerk('E0005')])
  for (const screen of registerSizes) {
    await scan(screen, barcode)
    const register = registerOf(screen)
    await expect(register.cart.getByText(brooch.name).first()).toBeVisible()
    await register.pay('現金', brooch.price)
  }
  const [first, second] = registerSizes
  await registerOf(first).completeSale()
  await expect(registerOf(first).done.first()).toBeVisible()
  await registerOf(second).completeSale()
  await expect(second.getByText('在庫が不足しています（残り0点）。').first()).toBeVisible()
  await expect(registerOf(second).cart.getByText(brooch.name).first()).toBeVisible()
  await takePicture(second, 'stock-last-piece')
  expect(await levelOf(stage, brooch.sku, 'KRM1')).toBe(0)

  await desk.reload()
  await desk.getByRole('radio', { name: '履歴' }).check()
  await expect(desk.getByRole('cell', { name: '販売' }).first()).toBeVisible()
  await takePicture(desk, 'stock-moves')
})

test('Two people count a shop blind, and the manager posts what is missing', async ({ stage }) => {
  const sku = 'TW003'
  const barcode = await barcodeOf(stage, sku)
  const before = await levelOf(stage, sku, 'KRM1')
  const desk = await atStock(stage, 'E0004', 'count')
  await desk.getByRole('button', { name: '棚卸を始める' }).click()
  await expect(desk.getByRole('heading', { name: /棚卸中/ }).first()).toBeVisible()
  const helper = await stage.desk('E0005')
  await helper.goto('/admin/inventory?view=count')
  await expect(helper.getByRole('heading', { name: /棚卸中/ }).first()).toBeVisible()
  for (const page of [desk, helper]) {
    await page.getByRole('heading', { name: '在庫', exact: true }).click()
    await scan(page, barcode)
    await expect(
      page
        .getByRole('status')
        .getByText(/箸置き 2個組 1点/)
        .first(),
    ).toBeVisible()
  }
  await expect.poll(() => desk.getByText('2人で数えました').count(), 'both looks count together').toBe(1)
  expect(await helper.getByText('帳簿').count()).toBe(0)
  await takePicture(helper, 'stock-counting')
  await helper.getByRole('button', { name: '数え終わる' }).click()
  await expect(helper.getByText('確定は責任者が行います。').first()).toBeVisible()
  await expect(desk.getByRole('heading', { name: /差異の確認中/ }).first()).toBeVisible()
  await expect(desk.getByText(`差異 −${String(before - 2)}`).first()).toBeVisible()
  await takePicture(desk, 'stock-review')
  await desk.getByRole('button', { name: '棚卸を確定' }).click()
  await desk.getByRole('alertdialog').getByRole('button', { name: '棚卸を確定' }).click()
  await expect(desk.getByText('棚卸を確定しました').first()).toBeVisible()
  expect(await levelOf(stage, sku, 'KRM1')).toBe(2)
})

test('An article is photographed, stands so at the register and in the cart, and is a drawing again', async ({
  stage,
}) => {
  const desk = await atStock(stage, 'E0004', 'stock')
  await desk.getByRole('searchbox', { name: '商品名・SKU・バーコード' }).fill('PD001')
  await desk.getByRole('button', { name: /三日月ペンダント/ }).click()
  await desk.getByRole('button', { name: '写真', exact: true }).click()
  const sheet = desk.getByRole('dialog', { name: '写真' })
  const file = sheet.locator('input[type=file]')
  const named = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/png', buffer })
  await file.setInputFiles(named('evil.png', Buffer.from('<script>alert(1)</script>')))
  await expect(sheet.getByRole('alert').first()).toBeVisible()
  await file.setInputFiles(named('pendant.png', await desk.screenshot({ scale: 'css' })))
  await expect(desk.getByText('写真を登録しました').first()).toBeVisible()
  const large = sheet.getByRole('img', { name: '三日月ペンダント' })
  await drawn(large, 480)
  await takePicture(desk, 'stock-photo')

  const screen = await stage.clerk('E0005')
  const tile = screen
    .getByRole('region', { name: 'よく使う商品' })
    .getByRole('button', { name: /三日月ペンダント/ })
    .locator('img[src^="/files/goods-tile/"]')
  await drawn(tile, 1)
  await registerOf(screen).addFavourite('三日月ペンダント')
  await drawn(registerOf(screen).cart.locator('img[src^="/files/goods-tile/"]'), 1)
  await takePicture(screen, 'stock-photo-register')

  await sheet.getByRole('button', { name: '写真を外す' }).click()
  await expect(desk.getByText('写真を外しました。絵に戻ります').first()).toBeVisible()
  await screen.reload()
  await expect(screen.getByRole('button', { name: /三日月ペンダント/ }).first()).toBeVisible()
  expect(await tile.count()).toBe(0)
})

/** A picture that has come, and is at least so wide. */
async function drawn(image: Locator, width: number): Promise<void> {
  await expect
    .poll(
      () => image.first().evaluate((element) => (element as HTMLImageElement).naturalWidth),
      'the picture is drawn',
    )
    .toBeGreaterThanOrEqual(width)
}
