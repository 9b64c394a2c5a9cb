import { expect, type Page } from '@playwright/test'
import { digitsOf, readPhone, scan } from './codes.ts'
import { waitUntilQuiet } from './quiet.ts'
import { registerOf } from './register.ts'
import type { Look, Stage } from './stage.ts'

export interface Screen {
  name: string
  /** Opens the screen, in the state that its name says, and waits until everything is there. */
  open: (stage: Stage, look: Look) => Promise<Page>
}

const wait = async (page: Page, text: string | RegExp): Promise<Page> => {
  await expect(page.getByText(text).first()).toBeVisible()
  await waitUntilQuiet(page)
  return page
}

/** One device for each of these serves all screens of a journey: it is the screens that are looked at. */
const devices = {
  guest: (stage: Stage, look: Look) => stage.phone(look),
  /** Taro has registered and is not verified: his phone knows one page. */
  unverified: (stage: Stage, look: Look) => stage.phoneOf('taro', look),
  member: (stage: Stage, look: Look) => stage.phoneOf('takasaki', look),
  affiliator: (stage: Stage, look: Look) => stage.phoneOf('kyoko', look),
  clerk: (stage: Stage, look: Look) => stage.desk('E0003', look),
  /** The owner at a desk of the head office. */
  owner: (stage: Stage, look: Look) => stage.desk('E0001', look),
}
type Who = keyof typeof devices

const opened = new WeakMap<Stage, Map<Who, Promise<Page>>>()

function deviceOf(stage: Stage, who: Who, look: Look): Promise<Page> {
  const known = opened.get(stage) ?? new Map<Who, Promise<Page>>()
  opened.set(stage, known)
  const page = known.get(who) ?? devices[who](stage, look)
  known.set(who, page)
  return page
}

const as =
  (who: Who) =>
  (path: string, text: string | RegExp) =>
  async (stage: Stage, look: Look): Promise<Page> => {
    const page = await deviceOf(stage, who, look)
    await page.goto(path)
    return wait(page, text)
  }
const asGuest = as('guest')
const asMember = as('member')
const asUnverified = as('unverified')
const asAffiliator = as('affiliator')
const asClerk = as('clerk')
const asOwner = as('owner')

/** Every screen on the way to an account, and back to it. */
const joining: readonly Screen[] = [
  { name: 'home-guest', open: asGuest('/', '銀の買いものが、もっと楽しく。') },
  { name: 'qr-guest', open: asGuest('/qr', '会員登録するとQR支払いが使えます') },
  { name: 'balance-guest', open: asGuest('/transactions', 'ログインすると残高と取引を確認できます') },
  { name: 'login', open: asGuest('/auth/login', 'パスワードをお忘れの方') },
  { name: 'register', open: asGuest('/auth/register', 'アカウントを作成') },
  {
    name: 'register-wrong',
    open: async (stage, look) => {
      const page = await asGuest('/auth/register', 'アカウントを作成')(stage, look)
      await page.getByRole('button', { name: '登録して次へ' }).click()
      return wait(page, '入力内容を確認してください(5件)')
    },
  },
  { name: 'verify-guest', open: asGuest('/verify', '会員確認をするには、ログインしてください。') },
  { name: 'forgot', open: asGuest('/auth/forgot', 'パスワードの再設定') },
  {
    name: 'forgot-code',
    open: async (stage, look) => {
      const page = await asGuest('/auth/forgot', 'パスワードの再設定')(stage, look)
      await page.getByLabel('メールアドレスまたは電話番号').fill('nobody@example.com')
      await page.getByRole('button', { name: '確認番号を送る' }).click()
      return wait(page, '登録がある場合、確認番号を送りました')
    },
  },
  { name: 'forgot-done', open: asGuest('/auth/forgot?step=4', 'ほかの端末ではログアウトされます。') },
  { name: 'verify-step', open: asUnverified('/auth/register?step=2', '届いた6桁の番号') },
  {
    name: 'verify-contact',
    open: asUnverified('/auth/register?step=2&sheet=contact', '変更した番号に、新しい6桁の番号を送ります。'),
  },
  {
    name: 'verify-counter',
    open: asUnverified('/auth/register?step=2&sheet=qr', /^\d{4} \d{4} \d{4} \d{4}$/),
  },
  { name: 'verify-link', open: asUnverified('/verify?pin=012345', '届いた6桁の番号を入力してください') },
  { name: 'verified', open: asMember('/verify', '会員確認は完了しています') },
  { name: 'register-done', open: asMember('/auth/register?step=3&close_qr=1', '登録が完了しました') },
  { name: 'not-found', open: asGuest('/no/such/page', 'ページが見つかりませんでした。') },
]

/** What a member opens every day. */
const everyDay: readonly Screen[] = [
  { name: 'home', open: asMember('/', '現在のランク') },
  { name: 'rank', open: asMember('/home?sheet=rank', '返金された金額は差し引かれます') },
  { name: 'qr', open: asMember('/qr', '残り') },
  { name: 'qr-enlarged', open: asMember('/qr?view=qr', '閉じる') },
  { name: 'balance', open: asMember('/transactions', /\d{4}年\d{1,2}月/) },
  { name: 'balance-filter', open: asMember('/transactions?sheet=filter', 'リセット') },
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

const account: readonly Screen[] = [
  { name: 'mypage', open: asMember('/user', '@takasaki') },
  { name: 'setting', open: asMember('/user/setting', '起動時に金額を隠す') },
  { name: 'setting-password', open: asMember('/user/setting?tab=password', '新しいパスワード（確認）') },
  { name: 'setting-phone', open: asMember('/user/setting?tab=phone', '登録中の番号') },
  { name: 'setting-sessions', open: asMember('/user/setting?tab=sessions', 'この端末') },
  { name: 'setting-passkeys', open: asMember('/user/setting?tab=passkeys', 'パスキーはまだありません') },
  { name: 'setting-data', open: asMember('/user/setting?tab=data', 'ダウンロードする') },
  {
    name: 'setting-withdraw',
    open: asMember('/user/setting?tab=delete', '退会すると、次のようになります。'),
  },
  { name: 'kyc', open: asMember('/user/kyc', '本人確認が完了しました') },
  { name: 'mail', open: asMember('/user/mail', '登録中のメールアドレス') },
  { name: 'mail-new', open: asMember('/user/mail?step=new', '新しいメールアドレス') },
]

/** Inviting friends, what it brings, and asking for it. */
const inviting: readonly Screen[] = [
  { name: 'affiliate-join', open: asMember('/user/affiliator', 'アフィリエーター規約に同意します') },
  { name: 'affiliate', open: asAffiliator('/user/affiliator', '有効') },
  {
    name: 'affiliate-person',
    open: async (stage, look) => {
      const page = await deviceOf(stage, 'affiliator', look)
      await page.getByRole('link', { name: /^fu/ }).click()
      return wait(page, '報酬（月ごと）')
    },
  },
  { name: 'affiliate-qr', open: asAffiliator('/user/affiliator?sheet=qr', '画像を保存') },
  { name: 'affiliate-reward', open: asAffiliator('/user/affiliator?tab=reward', '報酬の受け取り方') },
  { name: 'affiliate-payout', open: asAffiliator('/user/affiliator?tab=payout', '支払明細書の登録番号') },
  {
    name: 'affiliate-confirm',
    open: asAffiliator(
      '/user/affiliator?tab=payout&step=confirm&amount=12000&method=none',
      '締切後の取消はできません。',
    ),
  },
  { name: 'affiliate-card', open: asAffiliator('/user/affiliator?u=TSUKI01', '@kyoko') },
]

/** The accounts that rewards are paid to, and every step of the form for one more. */
const payingOut: readonly Screen[] = [
  { name: 'accounts', open: asAffiliator('/payout-method', 'テスト銀行') },
  { name: 'account-detail', open: asAffiliator('/payout-method/id', '出金の履歴') },
  { name: 'account-edit', open: asAffiliator('/payout-method/edit', '今の番号は') },
  { name: 'bank', open: asAffiliator('/payout-method/new', 'よく使われる銀行') },
  { name: 'bank-branch', open: asAffiliator('/payout-method/new?step=branch&bank=9900', '通帳の記号') },
  {
    name: 'bank-account',
    open: asAffiliator('/payout-method/new?step=account&bank=9999&branch=001', 'テスト銀行 (9999)'),
  },
  {
    name: 'bank-confirm',
    open: async (stage, look) => {
      const page = await deviceOf(stage, 'affiliator', look)
      await page.getByLabel('口座番号').fill('1234567')
      await page.getByRole('button', { name: '確認へ' }).click()
      return wait(page, '内容の確認')
    },
  },
]

/** Every screen that a customer meets, in parts that each make a journey of less than a minute. */
export const phoneScreens: Readonly<Record<string, readonly Screen[]>> = {
  'the way to an account': joining,
  'every day': everyDay,
  'the account': account,
  'friends and rewards': inviting,
  'accounts for rewards': payingOut,
}

const ready = '商品をスキャンするか、会員のQRコードを読み取ってください'
const asClerkReady = asClerk('/admin/register', ready)

/** The register in the states of one sale, each of which follows the one before. */
const oneSale: readonly Screen[] = [
  { name: 'register-idle', open: asClerkReady },
  {
    name: 'register-tenders',
    open: async (stage, look) => {
      const screen = await deviceOf(stage, 'clerk', look)
      await atTenders(stage, screen)
      await waitUntilQuiet(screen)
      return screen
    },
  },
  {
    name: 'register-confirm',
    open: async (stage, look) => {
      const screen = await deviceOf(stage, 'clerk', look)
      await registerOf(screen).confirmButton.click()
      return wait(screen, '付与予定ポイント')
    },
  },
  {
    name: 'register-done',
    open: async (stage, look) => {
      const screen = await deviceOf(stage, 'clerk', look)
      await screen
        .getByRole('dialog', { name: '会計の確認' })
        .getByRole('button', { name: '確定する' })
        .click()
      await expect(registerOf(screen).done.first()).toBeVisible()
      await waitUntilQuiet(screen)
      return screen
    },
  },
]

/** What else a register shows. */
const besideSales: readonly Screen[] = [
  {
    name: 'register-read',
    open: async (stage, look) => {
      const screen = await asClerkReady(stage, look)
      await screen.keyboard.press('F9')
      return wait(screen, 'コードの番号')
    },
  },
  {
    name: 'register-verify',
    open: async (stage, look) => {
      const phone = await stage.phoneOf('taro')
      await phone.goto('/auth/register?step=2&sheet=qr')
      const digits = await digitsOf(phone)
      await phone.close()
      const screen = await asClerkReady(stage, look)
      await scan(screen, digits)
      return wait(screen, '@taro')
    },
  },
  {
    name: 'register-amount',
    open: async (stage, look) => {
      const screen = await asClerkReady(stage, look)
      await screen.getByRole('button', { name: '金額入力' }).click()
      return wait(screen, '追加する')
    },
  },
  { name: 'admin-home', open: asClerk('/admin', 'レジを開く') },
  {
    name: 'affiliates',
    open: async (stage, look) => {
      const office = await asOwner('/admin?tab=affiliates&state=all', '@kyoko')(stage, look)
      await office.getByText('@kyoko').click()
      return wait(office, '@fu')
    },
  },
  { name: 'payouts', open: asOwner('/admin?tab=payouts&status=all', '振込データ作成') },
  { name: 'close', open: asClerk('/admin/close', '1. 現金を数える') },
  { name: 'close-report', open: asClerk('/admin/close?view=report', '前の期間') },
]

/** Every screen that a clerk meets at a register, in parts. */
export const registerScreens: Readonly<Record<string, readonly Screen[]>> = {
  'one sale': oneSale,
  'beside sales': besideSales,
}

/** A member, two articles, and three ways to pay: everything on the register that can be on it. */
async function atTenders(stage: Stage, screen: Page): Promise<void> {
  const phone = await stage.customerAt('/qr', 'takasaki')
  const register = registerOf(screen)
  await scan(screen, (await readPhone(phone)).qr)
  await expect(register.member.getByText('髙﨑 外字 様').first()).toBeVisible()
  await phone.close()
  await register.addFavourite('銀磨きクロス')
  await register.addFavourite('粒銀ピアス')
  await register.pay('ポイント', 100)
  await register.pay('残高', 200)
  await register.pay('現金', 7_000)
}
