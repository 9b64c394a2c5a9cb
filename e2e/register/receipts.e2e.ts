import { expect, test } from '../lib/journey.ts'
import { readText } from '../lib/text.ts'
import { readFileSync } from 'node:fs'
import { readPhone, scan } from '../lib/codes.ts'
import { mailTo } from '../lib/mail.ts'
import { placePrinter } from '../lib/printer.ts'
import { registerOf } from '../lib/register.ts'

/** Rare forms of kanji, one of them outside the basic plane. */
const addressee = '髙﨑𠮷商店'

test('a customer finds a payment again, takes its receipt, has a 領収書 made out once and asks about it', async ({
  stage,
}) => {
  const phone = await stage.customer('hanako')
  const screen = await stage.clerk('E0003')
  const register = registerOf(screen)
  await phone.getByRole('link', { name: 'QR支払い' }).click()
  await scan(screen, (await readPhone(phone)).qr)
  await register.addFavourite('三日月ペンダント')
  await register.pay('現金', 11_000)
  await register.completeSale()
  await expect(register.done.first()).toBeVisible()
  await expect(phone.getByRole('heading', { name: 'お支払いが完了しました' }).first()).toBeVisible()

  // The balance screen, narrowed to this shop, this month and this amount: the button says how many there are.
  await phone.goto('/transactions')
  await phone.getByRole('button', { name: '絞り込み', exact: true }).click()
  const sheet = phone.getByRole('dialog', { name: '絞り込み' })
  await sheet.getByRole('button', { name: '今月' }).click()
  await sheet.getByRole('button', { name: '支払い', exact: true }).click()
  await sheet.getByLabel('店舗').selectOption({ label: '金沢本店' })
  await sheet.getByLabel('下限の金額').fill('１１，０００')
  await sheet.getByLabel('上限の金額').fill('11000')
  await sheet.getByRole('button', { name: /^\d+件を表示$/ }).click()
  await phone.locator('main li a').first().click()

  await expect(phone.getByRole('heading', { name: /^なぜ\d+pt？$/ }).first()).toBeVisible()
  await phone.getByRole('button', { name: '領収書を表示' }).click()
  const paper = phone.getByRole('dialog').getByRole('article')
  await expect(paper.getByText('登録番号 T0000000000000').first()).toBeVisible()
  const words = await readText(paper)
  expect(words).toMatch(/取引年月日.+レジ01 \/ 担当 E0003.+取引番号.+合計（税込） ?¥11,000/s)
  expect(words).toMatch(/10%対象 ¥11,000（内消費税 ¥1,000）/)
  const [receipt] = await Promise.all([
    phone.waitForEvent('download'),
    phone.getByRole('button', { name: '保存・印刷', exact: true }).click(),
  ])
  expect(receipt.suggestedFilename()).toMatch(/^receipt-\d{8}-KNZ1-\d{4,}\.pdf$/)
  expect(
    readFileSync(await receipt.path())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-')

  await phone.getByRole('button', { name: '領収書を発行する' }).click()
  await expect(phone.getByText('宛名を入力してください').first()).toBeVisible()
  await phone.getByLabel('宛名').fill(addressee)
  await phone.getByRole('button', { name: '領収書を発行する' }).click()
  await phone.getByRole('button', { name: '発行する', exact: true }).click()
  await expect(phone.getByText(`${addressee} 様`).first()).toBeVisible()
  await expect(paper.getByText('領収書発行済').first()).toBeVisible()
  for (const copy of ['1', '2']) {
    const [file] = await Promise.all([
      phone.waitForEvent('download'),
      phone.getByRole('button', { name: '領収書を保存・印刷' }).click(),
    ])
    expect(file.suggestedFilename()).toMatch(new RegExp(`-${copy}\\.pdf$`))
    await expect(phone.getByText(`${copy}回`, { exact: true }).first()).toBeVisible()
  }
  await phone.getByRole('button', { name: '閉じる' }).first().click()

  await phone.getByRole('button', { name: 'この取引について問い合わせる' }).click()
  const question = phone.getByRole('dialog', { name: '取引の問い合わせ' })
  await expect(question.first()).toBeVisible()
  await phone.reload()
  await expect
    .poll(
      () => question.evaluate((sheet) => sheet.contains(document.activeElement)),
      'the focus is in the sheet that a reload has kept',
    )
    .toBe(true)
  await question.getByRole('button', { name: '送信する' }).click()
  await expect(question.getByText('種類を選択してください').first()).toBeVisible()
  await question.getByLabel('種類').selectOption('sale_amount')
  await question.getByLabel('内容').fill('レシートの金額をもう一度確認してください。')
  // In every way of leaving, also by the browser's own step back, the words are asked about.
  const loss = phone.getByRole('alertdialog', { name: '入力した内容を破棄しますか？' })
  for (const leave of [
    () => phone.evaluate(() => history.back()),
    () => phone.keyboard.press('Escape'),
    () => question.getByRole('button', { name: '閉じる' }).click(),
    () => phone.evaluate(() => history.back()),
  ]) {
    await leave()
    await loss.getByRole('button', { name: '続ける' }).click()
    await expect(loss.first()).toBeHidden()
    await expect(question.getByText('レシートの金額をもう一度確認してください。').first()).toBeVisible()
  }
  await phone.evaluate(() => history.back())
  await loss.getByRole('button', { name: '破棄する' }).click()
  await expect(question.first()).toBeHidden()
  expect(phone.url()).not.toMatch(/sheet=/)
  await phone.getByRole('button', { name: 'この取引について問い合わせる' }).click()
  await question.getByLabel('種類').selectOption('sale_amount')
  await question.getByLabel('内容').fill('レシートの金額をもう一度確認してください。')
  await question.getByRole('button', { name: '送信する' }).click()
  await expect(question.getByText('送信しました。2営業日以内にメールでご連絡します。').first()).toBeVisible()
  const number = /Q\d{6}/.exec(await readText(question))?.[0] ?? ''

  const desk = await stage.desk('E0002')
  await desk.goto('/admin?tab=contacts')
  await desk.getByRole('button', { name: number }).click()
  await expect(desk.getByText('レシートの金額をもう一度確認してください。').first()).toBeVisible()
  await expect(desk.getByText('金額が違う').first()).toBeVisible()
})

test('a receipt during which the printer is unplugged comes out once, before the next one', async ({
  stage,
}) => {
  const screen = await stage.desk('E0003')
  // A printer on the bus, as far as a page can see it, and the cable that is pulled out of it.
  await screen.addInitScript(() => {
    const printer = Object.assign(new EventTarget(), {
      sheets: [] as number[],
      bytes: 0,
      isLoose: false,
      configuration: {
        interfaces: [
          {
            interfaceNumber: 0,
            alternate: { interfaceClass: 7, endpoints: [{ endpointNumber: 1, direction: 'out' }] },
          },
        ],
      },
      getDevices: async () => [printer],
      open: async () => {
        if (printer.isLoose) throw new DOMException('Gone.', 'NotFoundError')
      },
      claimInterface: async () => undefined,
      transferOut: async (_: number, bytes: Uint8Array) => {
        // A drawer's pulse is five bytes.
        if (printer.isLoose || (bytes.length > 5 && printer.bytes > 0 && printer.sheets.length === 0)) {
          printer.isLoose = true
          throw new DOMException('The cable is out.', 'NetworkError')
        }
        if (bytes.length > 5) printer.bytes += bytes.length
        return { status: 'ok' }
      },
      close: async () => {
        if (printer.bytes > 0) printer.sheets.push(printer.isLoose ? -1 : printer.bytes)
        printer.bytes = 0
      },
    })
    Object.defineProperty(navigator, 'usb', { value: printer, configurable: true })
    localStorage.setItem('shirogane.printer', 'usb')
  })
  await screen.goto('/admin/register')
  const register = registerOf(screen)
  const sheet = screen.getByRole('dialog', { name: 'レシート' })
  const sell = async () => {
    await register.addFavourite('三日月ペンダント')
    await register.pay('現金', 11_000)
    await register.completeSale()
    await expect(register.done.first()).toBeVisible()
    await screen.getByRole('button', { name: 'レシートを印刷' }).click()
  }
  const sheets = () =>
    screen.evaluate(() => (navigator as unknown as { usb: { sheets: number[] } }).usb.sheets.length)
  await sell()
  await expect(sheet.getByText('印刷待ち 1枚').first()).toBeVisible()
  expect(await sheets(), 'a piece of it was printed').toBe(1)
  await sheet.getByRole('button', { name: 'もう一度印刷する' }).click()
  await expect(sheet.getByText('これまでに1回お渡ししています。', { exact: false }).first()).toBeVisible()
  await screen.keyboard.press('Escape')
  await register.next()

  // The next customer's waits behind it.
  await sell()
  await expect(sheet.getByText('印刷待ち 2枚').first()).toBeVisible()
  await screen.evaluate(() => {
    const { usb } = navigator as unknown as { usb: EventTarget & { isLoose: boolean } }
    usb.isLoose = false
    usb.dispatchEvent(new Event('connect'))
  })
  await expect(sheet.getByText(/^印刷待ち/).first()).toBeHidden()
  expect(await sheets(), 'both came out whole, and neither twice').toBe(3)
  expect(await readText(sheet.getByRole('article'))).not.toContain('再発行')
  const { rows } = await stage.shop.db.query<{ copies: number }>(
    'select count(*)::int as copies from receipt_copies where on_paper',
  )
  expect(rows[0]!.copies, 'and each is counted once').toBe(2)
})

test('receipts that wait for the printer stand above the cart, also after a reload, until they come out or are no longer wanted', async ({
  stage,
}) => {
  const screen = await stage.desk('E0003')
  const printer = await placePrinter(screen)
  await screen.goto('/admin/register')
  const register = registerOf(screen)
  const sheet = screen.getByRole('dialog', { name: 'レシート' })
  const waits = (sheets: number) => register.articles.getByText(`印刷待ち ${sheets}枚`)
  const again = register.articles.getByRole('button', { name: 'もう一度印刷する' })
  const printed = (sheets: number) =>
    expect.poll(() => printer.countSheets(), 'so many came out').toBe(sheets)
  const sell = async () => {
    await register.addFavourite('三日月ペンダント')
    await register.pay('現金', 11_000)
    await register.completeSale()
    await expect(register.done.first()).toBeVisible()
    await screen.getByRole('button', { name: 'レシートを印刷' }).click()
    await expect(sheet.getByText(/^印刷待ち/).first()).toBeVisible()
    await screen.keyboard.press('Escape')
    await register.next()
  }

  await printer.turn('unplugged')
  await sell()
  await expect(waits(1).first()).toBeVisible()
  await expect(register.articles.getByText('まだ印刷されていないレシートがあります。').first()).toBeVisible()
  await again.click()
  await expect(screen.getByText('印刷できませんでした。', { exact: false }).first()).toBeVisible()
  await screen.reload()
  await expect(waits(1).first()).toBeVisible()
  await printer.turn('ready')
  await expect(waits(1).first()).toBeHidden()
  await printed(1)

  // What went wrong with the sale that is open stands before it, and it is there again afterwards.
  await printer.turn('unplugged')
  await sell()
  await expect(waits(1).first()).toBeVisible()
  await scan(screen, '9999999999994')
  await expect(register.articles.getByText('読み取れないコードです').first()).toBeVisible()
  await expect(waits(1).first()).toBeHidden()
  await expect(waits(1).first()).toBeVisible()
  await register.articles.getByRole('button', { name: '印刷しない' }).click()
  await expect(waits(1).first()).toBeHidden()
  await screen.getByRole('button', { name: '元に戻す' }).click()
  await expect(waits(1).first()).toBeVisible()
  await printer.turn('stuck')
  await again.click()
  await expect(register.articles.getByRole('button', { name: '印刷しています…' }).first()).toBeVisible()

  // It is not known what a printer did while the page went: a person looks, and says so.
  await screen.reload()
  await expect(
    register.articles.getByText('紙が出ていないか確認してから印刷してください。', { exact: false }).first(),
  ).toBeVisible()
  await printer.turn('ready')
  await expect(waits(1).first()).toBeVisible()
  expect(await printer.countSheets(), 'nothing is printed that may have come out').toBe(1)
  await again.click()
  await expect(screen.getByText('印刷しました').first()).toBeVisible()
  await expect(waits(1).first()).toBeHidden()
  await printed(2)

  await printer.turn('unplugged')
  await sell()
  await register.articles.getByRole('button', { name: '印刷しない' }).click()
  await expect(waits(1).first()).toBeHidden()
  await screen.reload()
  await expect(
    screen.getByText('商品をスキャンするか、会員のQRコードを読み取ってください').first(),
  ).toBeVisible()
  await printer.turn('ready')
  expect(await waits(1).isVisible()).toBe(false)
  expect(await printer.countSheets(), 'what is not wanted does not come back').toBe(2)
})

test('the register prints a receipt, marks the second one, and mails it to an address', async ({ stage }) => {
  const screen = await stage.clerk('E0003')
  const register = registerOf(screen)
  // What the browser would print is counted here; nothing else of it is known to a page.
  await screen.evaluate(() => {
    const counts = window as { printed?: number }
    window.print = () => {
      counts.printed = (counts.printed ?? 0) + 1
    }
  })
  await register.addFavourite('三日月ペンダント')
  await register.pay('現金', 11_000)
  await register.completeSale()
  await expect(register.done.first()).toBeVisible()
  await screen.getByRole('button', { name: 'レシートを印刷' }).click()
  const sheet = screen.getByRole('dialog', { name: 'レシート' })
  const paper = sheet.getByRole('article')
  await expect(paper.getByText('登録番号 T0000000000000').first()).toBeVisible()
  await sheet.getByRole('radio', { name: '58mm' }).check()
  await sheet.getByRole('button', { name: '印刷する' }).click()
  await expect(sheet.getByText('これまでに1回お渡ししています。', { exact: false }).first()).toBeVisible()
  expect(await readText(paper)).not.toContain('再発行')
  await sheet.getByRole('button', { name: '印刷する' }).click()
  await expect(paper.getByText('再発行（1回目）').first()).toBeVisible()
  expect(await screen.evaluate(() => (window as { printed?: number }).printed)).toBe(2)
  await screen.emulateMedia({ media: 'print' })
  const printed = screen.locator('[data-paper="58"]')
  await expect(printed.getByText('再発行（1回目）').first()).toBeVisible()
  expect((await printed.boundingBox())!.width, 'the paper is that of the narrow roll').toBeLessThan(190)
  await screen.emulateMedia({ media: 'screen' })

  await sheet.getByRole('button', { name: 'メールで送る' }).click()
  await sheet.getByRole('button', { name: '送信する' }).click()
  await expect(sheet.getByText('送り先のメールアドレスを入力してください。').first()).toBeVisible()
  await sheet.getByLabel('メールアドレス').fill('receipt@example.com')
  await sheet.getByRole('button', { name: '送信する' }).click()
  await expect(screen.getByText(/へ送信しました/).first()).toBeVisible()
  const { text } = await mailTo(stage.shop, 'receipt@example.com', 'レシートをお送りします')
  expect(text).toMatch(/適格簡易請求書/)
  expect(text).toMatch(/再発行（2回目）/)
  await screen.keyboard.press('Escape')
  await register.next()
})
