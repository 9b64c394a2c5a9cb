import { limits } from '@shirogane/contract/rules/limits'
import type { Client } from 'pg'
import { uuidv7 } from '../db/uuid.ts'
import { legalTexts, legalVersion } from './legal/legal.ts'

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

const settings = {
  brand: names,
  limits: {
    pay_once_max: limits.payOnceMax,
    pay_day_max: limits.payDayMax,
    balance_max: limits.balanceMax,
    topup_min: limits.topupMin,
    topup_max: limits.topupMax,
    topup_minor_month_max: limits.topupMinorMonthMax,
    topup_new_day_max: limits.topupNewDayMax,
  },
  convert: {
    enabled: true,
    unit: limits.convertUnit,
    yen_per_unit: limits.convertYenPerUnit,
    step_up_over: limits.convertStepUpOver,
  },
  'welcome.points': limits.welcomePoints,
  'welcome.days': limits.welcomeDays,
  'birthday.registration_points': limits.birthdayRegistrationPoints,
  'birthday.registration_days': limits.birthdayRegistrationDays,
  'campaign.max_bp': 2_000,
  'invite.points': limits.invitePoints,
  'invite.yen': 0,
  'invite.inviter_points': 0,
  'invite.inviter_yen': 0,
  'invite.join_points': 0,
  'invite.join_yen': 0,
  'invite.days': limits.inviteDays,
  'invite.payment_min': limits.invitePaymentMin,
}

/** What a house adds to the brand's settings: fields of its name, and rows of their own. */
export type OwnSettings = { brand?: Readonly<Record<string, string>> } & Readonly<Record<string, unknown>>

/** Writes the ranks, the texts, in force from that moment, and the settings into a database that has none. */
export async function writeBrand(
  client: Client,
  textsSince: string,
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
  for (const { slug, title, summary, sections } of legalTexts) {
    await client.query(
      `insert into legal_documents (id, slug, version, title, summary, sections, is_material, effective_at)
       values ($1, $2, $3, $4, $5, $6, true, $7)`,
      [uuidv7(), slug, legalVersion, title, summary, JSON.stringify(sections), textsSince],
    )
  }
  for (const [key, value] of Object.entries({ ...settings, brand: { ...names, ...brand }, ...own })) {
    await client.query('insert into settings (key, value) values ($1, $2)', [key, JSON.stringify(value)])
  }
}
