import { randomBytes, randomUUID } from 'node:crypto'
import { claimCode } from '@shirogane/ledger'
import type { Ask } from '../calls/caller.ts'
import type { TestApi } from '../start-api.ts'

const identity = {
  name: '例示 次郎',
  address: '石川県金沢市片町0-0-0',
  date_of_birth: '1980-04-01',
  occupation: '会社員',
  document: 'driver_license',
  document_tail: '1234',
  method: 'in_person_visual',
}
let pieces = 0
/** Never twice alike, so that none is taken for another. */
const piece = () => ({
  kind: 'ring',
  name: '銀の指輪',
  quantity: 1,
  fineness: 925,
  gross_weight_mg: 12_340,
  deduction_mg: 0,
  grade: 'A',
  features: `SV925の刻印 ${(pieces += 1)}`,
  serial: null,
})
const buyback = (paid_by = 'cash') => ({
  id: randomUUID(),
  user_id: null,
  seller: identity,
  purpose: '不用品の処分',
  seen: true,
  items: [piece()],
  amount: 3_652,
  paid_by,
  bank:
    paid_by === 'bank'
      ? {
          bank_code: '9999',
          branch_code: '001',
          account_type: 'ordinary',
          account_number: '0012345',
          account_holder_kana: 'レイジ ジロウ',
        }
      : null,
  signature: [[0, 0, 100, 40]],
})
const bannerBody = {
  period: '1/1(金)〜1/11(月)',
  title: '新春の銀器',
  note: '直営店で',
  body: '新春の銀器をご覧ください。',
  picture: 'cup',
  image: null,
  alt: '銀の盃',
  link: null,
  campaign_id: null,
  published_from: '2099-01-01T00:00:00.000Z',
  published_until: null,
}

const newText = {
  version: '1.1',
  changes: '文言の整理',
  summary: [],
  sections: [{ heading: '第1条（目的）', blocks: [{ kind: 'text', text: '後払いの条件を定めます。' }] }],
  is_material: false,
  effective_on: '2099-01-01',
}

/** One legal request for each call of head office and of the desk that buys. */
const search = {
  store_id: '',
  date: '',
  until: '',
  amount_from: '',
  amount_until: '',
  employee_id: '',
  skus: '',
  q: '',
}
const numbers: Readonly<Record<string, string>> = { manager: 'E0002', admin: 'E0001' }

export function officeAsks(apiOf: () => TestApi, picture: () => Promise<Buffer>) {
  /** Saved by the player in that column of the table. */
  const aSearch = async (column: string): Promise<string> => {
    const [row] = await apiOf().db.query<{ id: string }>(
      `insert into saved_searches (id, employee_id, name, filter, found, created_at)
       select gen_random_uuid(), user_id, '', $2, 0, now() from employees where number = $1 returning id`,
      [numbers[column] ?? 'E0003', JSON.stringify({ ...search, q: randomUUID() })],
    )
    return row!.id
  }
  async function bought({ isOld = false, paid_by = 'cash' } = {}): Promise<string> {
    if (isOld) await holdDays(0)
    const { id } = await (await apiOf().as('manager')).get('admin.createBuyback', { body: buyback(paid_by) })
    if (isOld) {
      await holdDays(14)
      // The books open as they will be tomorrow.
      await apiOf().db.query('alter table buyback_items disable trigger user')
      await apiOf().db.query('update buyback_items set held_until = held_until - 1 where buyback_id = $1', [
        id,
      ])
      await apiOf().db.query('alter table buyback_items enable trigger user')
    }
    return id
  }
  const holdDays = (days: number) =>
    apiOf().db.query(
      `insert into settings (key, value) values ('buyback.hold_days', $1) on conflict (key) do update set value = $1`,
      [String(days)],
    )

  const anArticle = async () =>
    (await apiOf().db.query<{ id: string }>(`select id from skus where sku = 'CG001'`))[0]?.id ?? ''
  const bannerIds = async () =>
    (await apiOf().db.query<{ id: string }>('select id from banners order by position')).map(({ id }) => id)

  const withdrawDocuments = () =>
    apiOf().db.query(
      `update legal_changes set status = 'withdrawn', decided_by = requested_by, decided_at = now()
       where status = 'requested'`,
    )

  /** A member of their own who has paid in Kanazawa. */
  async function aMember({ stopped = false } = {}): Promise<string> {
    const id = randomUUID()
    await apiOf().db.query(
      `insert into users (id, username, password_hash, type, verified)
     values ($1::uuid, 'w' || left(replace($1::text, '-', ''), 18), '-', 'customer', true)`,
      [id],
    )
    await apiOf().db.query(`insert into ledger.wallets (user_id, level_year) values ($1, 2026)`, [id])
    const hash = randomBytes(32)
    await apiOf().db.query(
      `insert into ledger.pay_codes (id, user_id, session_id, token_hash, code_hash, issued_at, expires_at)
     select $1, $1, (select id from sessions order by created_at, id limit 1), $2, sha256($2), now(), now() + interval '5 minutes'`,
      [id, hash],
    )
    const transaction_id = randomUUID()
    const [by] = await apiOf().db.query<{ store_id: string; register_id: string; employee_id: string }>(
      `select e.store_id, r.id as register_id, e.user_id as employee_id
       from employees e join registers r on r.store_id = e.store_id and r.number = 2 where e.number = 'E0003'`,
    )
    const code = { token_hash: hash, code_hash: null, ttl_seconds: 120 }
    const sale = {
      checkout_id: transaction_id,
      is_for_it_alone: false,
      items: [],
      discount: null,
      note: null,
    }
    await apiOf().db.transact((tx) => claimCode(tx, { ...by!, ...code, ...sale }))
    const clerk = await apiOf().as('clerk')
    await clerk.get('transactions.payUpdate', {
      body: { transaction_id, amount: 1_100, tenders: { cash: 1_100 }, status: 'completed' },
      headers: { 'Idempotency-Key': randomUUID() },
    })
    if (stopped) await apiOf().db.query(`update users set suspended_at = now() where id = $1`, [id])
    return id
  }

  /** A rank for this member, to which accounting has agreed. */
  async function aRank(id: string) {
    const caller = await apiOf().as('owner')
    const { items } = await caller.get('admin.levels')
    const { id: level_id, name: rank } = items[3]!
    const until = `${new Date().getUTCFullYear() + 1}-03-31`
    const subject = { user_id: id, level_id, rank, until }
    const { id: approval_id } = await caller.get('approvals.ask', {
      body: { kind: 'rank', subject, amount: null },
    })
    await apiOf().db.query(
      `update approvals set status = 'approved', decided_by = (select user_id from employees where type = 'accounting'),
         decided_at = now(), decided_how = 'pin', expires_at = now() + interval '5 minutes' where id = $1`,
      [approval_id],
    )
    return { params: { id }, body: { level_id, until, reason: 'お詫び', approval_id } }
  }

  const asks = {
    'admin.members': () => ({ query: { q: 'hanako' } }),
    'admin.showUser': async () => ({ params: { id: await aMember() } }),
    'admin.stopUser': async () => ({ params: { id: await aMember() }, body: { reason: '本人からの連絡' } }),
    'admin.allowUser': async () => ({
      params: { id: await aMember({ stopped: true }) },
      body: { reason: '本人からの連絡' },
    }),
    'admin.giveRank': async () => aRank(await aMember()),
    'admin.endRank': async () => {
      const rank = await aRank(await aMember())
      await (await apiOf().as('owner')).get('admin.giveRank', rank)
      return { params: rank.params, body: { reason: '付与の取り消し' } }
    },
    'admin.noteUser': async () => ({
      params: { id: await aMember() },
      body: { text: '指のサイズは11号', at_till: true },
    }),
    'admin.removeNote': async () => {
      const id = await aMember()
      const note = randomUUID()
      await apiOf().db.query(
        `insert into member_notes (id, user_id, author_id, text, at_till, created_at)
       select $1, $2, user_id, '11号', true, now() from employees where number = 'E0002'`,
        [note, id],
      )
      return { params: { id, note } }
    },
    'admin.settings': () => ({}),
    'admin.updateSetting': async () => {
      const [row] = await apiOf().db.query<{ value: number }>(
        `select value from settings where key = 'invite.days'`,
      )
      const before = row?.value ?? 60
      return { params: { key: 'invite.days' }, body: { before, value: before + 1 } }
    },
    'transactions.savedSearches': () => ({}),
    'transactions.saveSearch': () => ({
      body: { id: randomUUID(), name: '', filter: { ...search, q: randomUUID() }, count: 0 },
    }),
    'transactions.renameSearch': async (column: string) => ({
      params: { id: await aSearch(column) },
      body: { name: '夕方' },
    }),
    'transactions.removeSearch': async (column: string) => ({ params: { id: await aSearch(column) } }),
    'admin.decideSetting': async () => {
      const key = 'limits.topup_max'
      await apiOf().db.query(
        `update setting_changes set status = 'withdrawn', decided_by = requested_by, decided_at = now()
         where status = 'requested'`,
      )
      const [row] = await apiOf().db.query<{ id: string }>(
        `insert into setting_changes (id, key, before, value, requested_by, requested_at)
         select gen_random_uuid(), $1, '1', '2', user_id, now() from employees where number = 'E0002' returning id`,
        [key],
      )
      return { params: { key }, body: { id: row!.id, decision: 'rejected' as const } }
    },
    'admin.legalTexts': () => ({}),
    'admin.legalText': () => ({ params: { slug: 'later' } }),
    'admin.proposeText': async () => {
      await withdrawDocuments()
      const { title } = await apiOf().nobody.get('legal.show', { params: { slug: 'later' } })
      const { latest } = await (
        await apiOf().as('owner')
      ).get('admin.legalText', { params: { slug: 'later' } })
      return { params: { slug: 'later' }, body: { ...newText, title, follows: '1.0', effective_on: latest } }
    },
    'admin.decideText': async () => {
      await withdrawDocuments()
      const [row] = await apiOf().db.query<{ id: string }>(
        `insert into legal_changes (id, slug, follows, version, title, changes, summary, sections, is_material,
           effective_on, requested_by, requested_at)
         select gen_random_uuid(), 'later', '1.0', '1.1', '後払い特約', '文言の整理', '{}', $1, false, $2, user_id, now()
         from employees where number = 'E0002' returning id`,
        [JSON.stringify(newText.sections), newText.effective_on],
      )
      return { params: { slug: 'later' }, body: { id: row!.id, decision: 'rejected' as const } }
    },
    'admin.allBanners': () => ({}),
    'admin.createBanner': () => ({ body: bannerBody }),
    'admin.updateBanner': async () => ({ params: { id: (await bannerIds())[0] ?? '' }, body: bannerBody }),
    'admin.orderBanners': async () => ({ body: { ids: await bannerIds() } }),
    'admin.removeBanner': async () => ({ params: { id: (await bannerIds()).at(-1) ?? '' } }),
    'files.banner': async () => ({ file: { bytes: await picture() } }),
    'skus.setFavourites': async () => ({ body: { sku_ids: [await anArticle()] } }),
    'skus.setPhoto': async () => ({ params: { id: await anArticle() }, file: { bytes: await picture() } }),
    'skus.removePhoto': async () => ({ params: { id: await anArticle() } }),
    'admin.cashChecks': () => ({}),
    'admin.createCashCheck': () => ({
      body: {
        id: randomUUID(),
        transaction_id: randomUUID(),
        amount: 2_500_000,
        ...identity,
        purpose: '贈答',
        seen: true,
      },
    }),
    'admin.buybackMember': async () => ({
      body: { token: (await (await apiOf().as('hanako')).get('users.token')).token },
    }),
    'admin.buybackQuote': () => ({ body: { items: [piece()] } }),
    'admin.createBuyback': () => ({ body: buyback() }),
    'admin.buybacks': () => ({}),
    'admin.buybacksCsv': () => ({}),
    'admin.buybackBook': () => ({}),
    'admin.buyback': async () => ({ params: { id: await bought() } }),
    'admin.disposeBuyback': async () => ({
      params: { id: await bought({ isOld: true }), line: '1' },
      body: { disposed_to: '地金として売却' },
    }),
    'admin.addBuybackPhoto': async () => ({
      params: { id: await bought(), line: '1' },
      file: { bytes: await picture() },
    }),
    'admin.buybackPhoto': async () => {
      const params = { id: await bought(), line: '1' }
      await (
        await apiOf().as('manager')
      ).get('admin.addBuybackPhoto', {
        params,
        file: { bytes: await picture() },
      })
      return { params: { ...params, position: '1' } }
    },
    'admin.stockBuyback': async () => ({
      params: { id: await bought({ isOld: true }), line: '1' },
      body: { id: randomUUID(), name: '銀の指輪（中古）', price: 12_000, size: null },
    }),
    'admin.buybackBuyer': async () => {
      const id = await bought({ isOld: true })
      const sku_id = randomUUID()
      const caller = await apiOf().as('manager')
      const price = 12_000
      await caller.get('admin.stockBuyback', {
        params: { id, line: '1' },
        body: { id: sku_id, name: '銀の指輪（中古）', price, size: null },
      })
      const transaction_id = randomUUID()
      await caller.get('transactions.pay', {
        body: { transaction_id, items: [{ sku_id, quantity: 1 }], tenders: { cash: price } },
        headers: { 'Idempotency-Key': randomUUID() },
      })
      const buyer = { name: '見本 花', address: '石川県金沢市片町0-0-0', occupation: '会社員', age: 40 }
      return { params: { id, line: '1' }, body: { transaction_id, ...buyer } }
    },
    'admin.reverseBuyback': async () => {
      const id = await bought()
      const caller = await apiOf().as('manager')
      const { number } = await caller.get('admin.buyback', { params: { id } })
      const { id: approval_id } = await caller.get('approvals.ask', {
        body: { kind: 'buyback', subject: { buyback_id: id, number }, amount: 3_652, reason: '金額の誤り' },
      })
      await apiOf().db.query(
        `update approvals set status = 'approved', decided_by = (select user_id from employees where type = 'owner' order by number limit 1),
           decided_at = now(), decided_how = 'pin', expires_at = now() + interval '5 minutes' where id = $1`,
        [approval_id],
      )
      return {
        params: { id },
        body: { transaction_id: randomUUID(), amount: 3_652, reason: '金額の誤り', approval_id },
      }
    },
    'admin.settleBuyback': async () => ({
      params: { id: await bought({ paid_by: 'bank' }) },
      body: { transaction_id: randomUUID() },
    }),
  } satisfies Record<string, (column: string) => Ask | Promise<Ask>>
  return asks
}
