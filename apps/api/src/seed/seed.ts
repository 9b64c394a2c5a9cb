import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { tokyoDate } from '@shirogane/domain/time/tokyo'
import type { NotReturnable, SkuCategory } from '@shirogane/contract/terms/sku-terms'
import { searchCopy } from '@shirogane/contract/rules/variants'
import { Client } from 'pg'
import type { Config } from '../config.ts'
import { uuidv7 } from '../db/uuid.ts'
import { deriveKeys } from '../features/auth/keys.ts'
import { hashPassword } from '../features/auth/passwords/passwords.ts'
import { seedAccounts } from './accounts.ts'
import { writeBrand } from './brand.ts'
import { seedCards } from './cards.ts'
import { articles, members, quickItems, staff, stores } from './cast.ts'
import { history } from './history/history.ts'
import { legalVersion } from './legal/legal.ts'
import { homeOf, seedDocuments } from './history/documents.ts'
import { seasonOf } from './season.ts'
import type { SeededIds } from './seeded-ids.ts'

/** Everybody's password in the demo; null when it was chosen or printed elsewhere and is not known here. */
export type SeedReport = { password: string | null }

/**
 * Fills an empty database with the demo brand: its shops, staff, articles and members, and two months of their history,
 * posted through the ledger's own functions at the hours when it happened. A database with shops or staff is left alone.
 */
export async function seed(url: string, config: Config, log: (line: string) => void): Promise<SeedReport> {
  const passwordFile = join(config.dataDir, 'demo-password')
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ seeded: boolean }>(
      'select exists (select from stores) or exists (select from employees) as seeded',
    )
    if (rows[0]!.seeded) return { password: kept(passwordFile) }

    const chosen = process.env['DEMO_PASSWORD']?.trim()
    const password = chosen || readablePassword()
    const { pepper } = deriveKeys(config.secretKey)
    await client.query('begin')
    log('Opening the shops')
    const ids = await seedBrand(client, await hashPassword(password, pepper))
    await seedDocuments(client, config, ids.members)
    await seedCards(client, ids.members)
    await seedAccounts(client, config, ids.members)
    log('Writing two months of history')
    await history(client, config, ids)
    // They joined when their history begins, all but the one who has yet to enter a code.
    await client.query(
      `update users u set created_at = now() - case when exists (
         select from ledger.deferred_sales d where d.customer_id = u.id) then interval '75 days' else interval '61 days' end
       where type = 'customer' and verified`,
    )
    // The brand opens after the hour at which the end of a month asks for what was confirmed: its inviter may still do so.
    await client.query(
      `insert into daily_runs (job, on_date, held_until, finished_at)
       select 'monthly_payouts', (now() at time zone 'Asia/Tokyo')::date - day, now(), now() from generate_series(0, 1) day`,
    )
    // Only now: a suspended member has a past as a customer, and may not buy any more.
    const suspended = members.filter((member) => member.suspended).map(({ username }) => username)
    await client.query('update users set suspended_at = now() where username = any($1)', [suspended])
    await client.query('commit')
    await client.query('analyze')
    if (!chosen) keep(passwordFile, password)
    return { password }
  } finally {
    // An open transaction ends with its connection.
    await client.end()
  }
}

/** The made password is kept beside the demo's data, so that the next start can print it again. */
function keep(file: string, password: string): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${password}\n`, { mode: 0o600 })
}
function kept(file: string): string | null {
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : null
}

async function seedBrand(client: Client, passwordHash: string): Promise<SeededIds> {
  const ids: SeededIds = {
    stores: new Map(),
    clerks: new Map(),
    closers: new Map(),
    members: new Map(),
    skus: new Map(),
  }
  const { fair, banners, notice } = seasonOf(tokyoDate(new Date()))
  await writeBrand(client, midnight('2026-09-01'), { ...ofTheDemo, notice })
  for (const store of stores) {
    const id = uuidv7()
    await client.query(
      // The first shop is the brand's main one, and all of this happens at one instant of the database's clock.
      `insert into stores (id, code, name, postcode, address, phone, created_at)
       values ($1, $2, $3, $4, $5, $6, clock_timestamp())`,
      [id, store.code, store.name, store.postcode, store.address, store.phone],
    )
    const registers = Array.from({ length: store.registers }, () => uuidv7())
    for (const [index, register] of registers.entries()) {
      await client.query('insert into registers (id, store_id, number, name) values ($1, $2, $3, $4)', [
        register,
        id,
        index + 1,
        `レジ ${String(index + 1).padStart(2, '0')}`,
      ])
    }
    ids.stores.set(store.code, { id, register_id: registers[0]! })
  }
  for (const person of staff) {
    const id = uuidv7()
    await client.query(
      `insert into users (id, username, password_hash, type, verified, terms_version) values ($1, $2, $3, 'employee', true, $4)`,
      [id, person.number.toLowerCase(), passwordHash, legalVersion],
    )
    await client.query(
      'insert into employees (user_id, number, type, name, store_id) values ($1, $2, $3, $4, $5)',
      [id, person.number, person.type, person.name, person.store && ids.stores.get(person.store)!.id],
    )
    if (person.type === 'register') ids.clerks.set(person.store, id)
    if (person.store && (person.type === 'manager' || !ids.closers.has(person.store)))
      ids.closers.set(person.store, id)
  }
  for (const [index, person] of members.entries()) {
    const id = uuidv7()
    const serial = String(index + 1)
    await client.query(
      `insert into users (id, username, email, email_verified, phone_verified, phone_number, password_hash, type, verified,
         kyc_status, terms_version, last_name, first_name, last_name_kana, first_name_kana, date_of_birth, search_name, address,
         guardian_name, guardian_consented_at)
       values ($1, $2, $3, $4, $4, $5, $6, 'customer', $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17::text,
         case when $17::text is not null then now() - interval '61 days' end)`,
      [
        id,
        person.username,
        `${person.username}${serial.padStart(2, '0')}@example.com`,
        person.verified,
        `+8190000000${serial.padStart(2, '0')}`,
        passwordHash,
        person.verified,
        person.kyc_status,
        legalVersion,
        person.last_name,
        person.first_name,
        person.last_name_kana,
        person.first_name_kana,
        person.date_of_birth,
        searchCopy(person.last_name, person.first_name, person.last_name_kana, person.first_name_kana),
        homeOf(person.username),
        person.guardian ?? null,
      ],
    )
    await client.query(
      `insert into ledger.wallets (user_id, level_year)
       values ($1, extract(year from now() at time zone 'Asia/Tokyo'))`,
      [id],
    )
    ids.members.set(person.username, id)
  }
  for (const [index, [sku, name, fineness, grams, size, price, picture]] of articles.entries()) {
    const id = uuidv7()
    const quick = quickItems.indexOf(sku as (typeof quickItems)[number])
    await client.query(
      `insert into skus (id, sku, barcode, name, search_text, price, fineness, weight_mg, size, picture, quick_order,
         category, not_returnable, stocked)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
      [
        id,
        sku,
        inStoreBarcode(index + 1),
        name,
        searchText(`${name} ${sku}`),
        price,
        fineness,
        grams === null ? null : Math.round(grams * 1000),
        size,
        picture,
        quick < 0 ? null : quick + 1,
        categoryOf(sku),
        notReturnable[sku.slice(0, 2)] ?? null,
        !sku.startsWith('SV'),
      ],
    )
    ids.skus.set(sku, { id, price, name, stocked: !sku.startsWith('SV') })
  }
  const fairId = uuidv7()
  await client.query(
    // Decided on before the news of it went out.
    `insert into campaigns (id, name, description, kind, rate_bp, stackable, starts_at, ends_at, needs_entry,
       payment_min, member_max, created_at, created_by)
     select $1, $2, $3, 'rate_add', $4, true, $5, $6, true, 1, $7, now() - interval '14 days', user_id
     from employees where type = 'owner'`,
    [
      fairId,
      fair.name,
      fair.description,
      fair.rate_bp,
      midnight(fair.from),
      midnight(fair.until),
      fair.member_max,
    ],
  )
  for (const [index, banner] of banners.entries()) {
    await client.query(
      `insert into banners (id, position, period, title, note, body, picture, link, campaign_id, published_from, published_until)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, now(), $10)`,
      [
        uuidv7(),
        index + 1,
        banner.period,
        banner.title,
        banner.note,
        banner.body,
        banner.picture,
        banner.link,
        banner.fair ? fairId : null,
        banner.until === null ? null : midnight(banner.until),
      ],
    )
  }
  await client.query(
    `insert into consents (user_id, slug, version, agreed_at)
     select u.id, d.slug, d.version, now() from users u cross join legal_documents d
     where u.terms_version is not null and d.slug in ('tos', 'pp')`,
  )
  return ids
}

/** What no real brand has: numbers, addresses and accounts that do not exist. */
const ofTheDemo = {
  // The mark by which a production start knows that this database is not for it.
  demo: true,
  brand: { invoice_registration_no: 'T0000000000000', phone: '076-100-0000', email: 'help@example.jp' },
  store_url: 'https://store.example.jp/',
  // The test bank, which exists only here: no transfer can leave by accident.
  'payout.consignor_code': '0000000000',
  'payout.consignor_name': 'ｶ)ﾂｷｼﾛｷﾞﾝｺｳｼﾔ',
  'payout.bank_code': '9999',
  'payout.branch_code': '001',
  'payout.account_number': '1234567',
  social_links: {
    video: 'https://video.example.com/tsukishiro',
    photo: 'https://photo.example.com/tsukishiro',
    microblog: 'https://blog.example.com/tsukishiro',
  },
  silver_price_per_g: 400,
}

/** When a day begins in Japan. */
function midnight(date: string): string {
  return `${date}T00:00:00+09:00`
}

/** What begins an article's code says what it is. */
const categories: Readonly<Record<string, SkuCategory>> = {
  RG: 'ring',
  NC: 'necklace',
  PD: 'pendant',
  BR: 'bracelet',
  PE: 'earring',
  EC: 'earring',
  BC: 'brooch',
  TW: 'tableware',
  CG: 'care',
  SV: 'service',
}
const categoryOf = (sku: string): SkuCategory => categories[sku.slice(0, 2)] ?? 'other'
const notReturnable: Readonly<Record<string, NotReturnable>> = { PE: 'hygiene', SV: 'resized' }

/** 20, ten digits and the EAN check digit: a range of numbers that shops may give out themselves. */
function inStoreBarcode(sequence: number): string {
  const body = `20${String(sequence).padStart(10, '0')}`
  const sum = [...body].reduce((all, digit, index) => all + Number(digit) * (index % 2 === 0 ? 1 : 3), 0)
  return body + ((10 - (sum % 10)) % 10)
}

/** How a search reads names: half width, lower case, hiragana as katakana. */
export function searchText(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[ぁ-ゖ]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) + 0x60))
}

/** Twelve letters that are not easily misread, in fours. */
function readablePassword(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
  return [...randomBytes(12)]
    .map((byte, index) => letters[byte % letters.length]! + (index % 4 === 3 && index < 11 ? '-' : ''))
    .join('')
}
