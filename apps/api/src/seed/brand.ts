import {
  placeOfSetting,
  settingCatalogue,
  type SettingKey,
} from '@shirogane/contract/rules/setting-catalogue'
import type { Client } from 'pg'
import { fieldsOf } from '../db/settings.ts'
import { uuidv7 } from '../db/uuid.ts'
import { legalDocuments, legalVersion } from './legal/legal.ts'

// What the brand is, apart from its staff and customers: its name, its ranks, its texts, and its settings before head
// office changes them. The demo and a real brand begin with the same.

const names = {
  service: 'しろがね',
  name: 'ツキシロ銀工舎',
  company: '株式会社ツキシロ銀工舎',
  short: 'ツキシロ',
}

const levels = [
  { code: 'nashiji', name: 'なしじ', quota: 0, rate_bp: 100, birthday_points: 300, benefits: [] },
  {
    code: 'tsuchime',
    name: 'つちめ',
    quota: 30_000,
    rate_bp: 200,
    birthday_points: 500,
    benefits: ['クリーニング無料'],
  },
  {
    code: 'ibushi',
    name: 'いぶし',
    quota: 100_000,
    rate_bp: 300,
    birthday_points: 1_000,
    benefits: ['サイズ直し初回無料'],
  },
  {
    code: 'kyomen',
    name: 'きょうめん',
    quota: 300_000,
    rate_bp: 500,
    birthday_points: 3_000,
    benefits: ['先行販売'],
  },
  {
    code: 'shirogane',
    name: 'しろがね',
    quota: 1_000_000,
    rate_bp: 700,
    birthday_points: 5_000,
    benefits: ['先行販売', '工房見学'],
  },
] as const

/** What a brand begins with as rows of its own, at the values that hold without one: head office sees them as set. */
const begunWith = [
  'limits.pay_once_max',
  'limits.pay_day_max',
  'limits.balance_max',
  'limits.topup_min',
  'limits.topup_max',
  'limits.topup_minor_month_max',
  'limits.topup_new_day_max',
  'convert.unit',
  'convert.yen_per_unit',
  'convert.step_up_over',
  'welcome.points',
  'welcome.days',
  'birthday.registration_points',
  'birthday.registration_days',
  'campaign.max_bp',
  'invite.points',
  'invite.yen',
  'invite.inviter_points',
  'invite.inviter_yen',
  'invite.join_points',
  'invite.join_yen',
  'invite.days',
  'invite.payment_min',
] as const satisfies readonly SettingKey[]

function firstSettings(): Record<string, unknown> {
  const rows: Record<string, unknown> = { brand: names, convert: { enabled: true } }
  for (const key of begunWith) {
    const { row, field } = placeOfSetting(key)
    const value = settingCatalogue[key].fallback
    rows[row] = field === null ? value : { ...fieldsOf(rows[row]), [field]: value }
  }
  return rows
}

/** What a brand adds to the brand's settings: fields of its name, and rows of their own. */
export type OwnSettings = { brand?: Readonly<Record<string, string>> } & Readonly<Record<string, unknown>>

/** Writes the ranks, the texts, in force from that moment, and the settings into a database that has none. */
export async function writeBrand(
  client: Client,
  documentsSince: string,
  { brand, ...own }: OwnSettings = {},
): Promise<void> {
  for (const [level_index, level] of levels.entries()) {
    await client.query(
      `insert into levels (id, level_index, code, name, quota, rate_bp, birthday_points, benefits)
       values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [
        uuidv7(),
        level_index,
        level.code,
        level.name,
        level.quota,
        level.rate_bp,
        level.birthday_points,
        level.benefits,
      ],
    )
  }
  for (const { slug, title, summary, sections } of legalDocuments) {
    await client.query(
      `insert into legal_documents (id, slug, version, title, summary, sections, is_material, effective_at)
       values ($1, $2, $3, $4, $5, $6, true, $7)`,
      [uuidv7(), slug, legalVersion, title, summary, JSON.stringify(sections), documentsSince],
    )
  }
  for (const [key, value] of Object.entries({ ...firstSettings(), brand: { ...names, ...brand }, ...own })) {
    await client.query('insert into settings (key, value) values ($1, $2)', [key, JSON.stringify(value)])
  }
}
