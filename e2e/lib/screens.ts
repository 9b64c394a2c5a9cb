import type { Page } from 'playwright-core'
import { readPhone, scan } from './codes.ts'
import { sees } from './expect.ts'
import { registerOf } from './register.ts'
import type { Look, Stage } from './stage.ts'

export interface Screen {
  name: string
  /** Opens the screen, in the state that its name says, and waits until everything is there. */
  open: (stage: Stage, look: Look) => Promise<Page>
}

const wait = async (page: Page, text: string | RegExp): Promise<Page> => {
  await sees(page.getByText(text).first())
  await page.waitForLoadState('networkidle')
  return page
}

/** One phone for a guest and one for a member serve all screens of a story: it is the screens that are looked at. */
const phones = new WeakMap<Stage, Map<string, Promise<Page>>>()

function sharedPhone(stage: Stage, who: 'guest' | 'member', look: Look): Promise<Page> {
  const known = phones.get(stage) ?? new Map<string, Promise<Page>>()
  phones.set(stage, known)
  const page = known.get(who) ?? (who === 'guest' ? stage.phone(look) : stage.customer('takasaki', look))
  known.set(who, page)
  return page
}

const as =
  (who: 'guest' | 'member') =>
  (path: string, text: string | RegExp) =>
  async (stage: Stage, look: Look): Promise<Page> => {
    const page = await sharedPhone(stage, who, look)
    await page.goto(path)
    return wait(page, text)
  }
const asGuest = as('guest')
const asMember = as('member')

/** Every screen that a customer meets on the way of a payment. */
export const phoneScreens: readonly Screen[] = [
  { name: 'home-guest', open: asGuest('/', '銀の買いものが、もっと楽しく。') },
  { name: 'qr-guest', open: asGuest('/qr', '会員登録するとQR支払いが使えます') },
  { name: 'balance-guest', open: asGuest('/transactions', 'ログインすると残高と取引を確認できます') },
  { name: 'login', open: asGuest('/auth/login', 'パスワードをお忘れの方') },
  { name: 'not-found', open: asGuest('/no/such/page', 'ページが見つかりませんでした。') },
  { name: 'home', open: asMember('/', '現在のランク') },
  { name: 'rank', open: asMember('/home?sheet=rank', '返金された金額は差し引かれます') },
  { name: 'qr', open: asMember('/qr', '残り') },
  { name: 'qr-enlarged', open: asMember('/qr?view=qr', '閉じる') },
  { name: 'balance', open: asMember('/transactions', /\d{4}年\d{1,2}月/) },
  { name: 'balance-filter', open: asMember('/transactions?sheet=filter', 'リセット') },
  { name: 'mypage', open: asMember('/user', '@takasaki') },
  {
    name: 'detail',
    open: async (stage, look) => {
      const page = await asMember('/transactions', /\d{4}年\d{1,2}月/)(stage, look)
      await page
        .getByRole('link', { name: /支払い/ })
        .filter({ hasText: '本店' })
        .first()
        .click()
      return wait(page, '取引番号')
    },
  },
  {
    name: 'notices',
    open: async (stage, look) => {
      const page = await asMember('/', '現在のランク')(stage, look)
      await page
        .getByRole('button', { name: /^お知らせ/ })
        .or(page.getByRole('link', { name: /^お知らせ/ }))
        .first()
        .click()
      return wait(page, 'すべて既読にする')
    },
  },
]

/** The register, in the states of one sale. */
export const tillScreens: readonly Screen[] = [
  { name: 'register-idle', open: (stage, look) => stage.clerk('E0003', look) },
  {
    name: 'register-tenders',
    open: async (stage, look) => {
      const till = await stage.clerk('E0003', look)
      await atTenders(stage, till)
      return till
    },
  },
  {
    name: 'register-confirm',
    open: async (stage, look) => {
      const till = await stage.clerk('E0003', look)
      await atTenders(stage, till)
      await registerOf(till).confirmButton.click()
      return wait(till, '付与予定ポイント')
    },
  },
  {
    name: 'register-done',
    open: async (stage, look) => {
      const till = await stage.clerk('E0003', look)
      await atTenders(stage, till)
      await registerOf(till).settle()
      await sees(registerOf(till).done)
      return till
    },
  },
  {
    name: 'register-read',
    open: async (stage, look) => {
      const till = await stage.clerk('E0003', look)
      await till.keyboard.press('F9')
      return wait(till, 'コードの番号')
    },
  },
  {
    name: 'register-amount',
    open: async (stage, look) => {
      const till = await stage.clerk('E0003', look)
      await till.getByRole('button', { name: '金額入力' }).click()
      return wait(till, '追加する')
    },
  },
  {
    name: 'admin-home',
    open: async (stage, look) => {
      const till = await stage.clerk('E0003', look)
      await till.goto('/admin')
      return wait(till, 'レジを開く')
    },
  },
]

/** A member, two goods, and three ways to pay: everything on the register that can be on it. */
async function atTenders(stage: Stage, till: Page): Promise<void> {
  const phone = await stage.customer('takasaki')
  await phone.goto('/qr')
  const register = registerOf(till)
  await scan(till, (await readPhone(phone)).qr)
  await sees(register.member.getByText('髙﨑 外字 様'))
  await phone.close()
  await register.addFavourite('銀磨きクロス')
  await register.addFavourite('粒銀ピアス')
  await register.pay('ポイント', 100)
  await register.pay('残高', 200)
  await register.pay('現金', 7_000)
}
