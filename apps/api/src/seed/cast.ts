import { tokyoDate } from '@shirogane/domain/time/tokyo'

/**
 * Who plays in the demo: fictional shops, staff, members and articles of the brand. No real person, shop, phone number or
 * address block stands here.
 */
export const stores = [
  {
    code: 'KNZ1',
    name: '金沢本店',
    postcode: '9200981',
    address: '石川県金沢市片町0-0-0',
    phone: '076-100-0001',
    registers: 2,
  },
  {
    code: 'KRM1',
    name: '東京蔵前店',
    postcode: '1110051',
    address: '東京都台東区蔵前0-0-0',
    phone: '03-1000-0002',
    registers: 1,
  },
  {
    code: 'DMY1',
    name: '福岡大名店',
    postcode: '8100041',
    address: '福岡県福岡市中央区大名0-0-0',
    phone: '092-100-0003',
    registers: 1,
  },
] as const
export type StoreCode = (typeof stores)[number]['code']

export const staff = [
  { number: 'E0001', name: '見本 一郎', type: 'owner', store: null },
  { number: 'E0002', name: '例田 花子', type: 'manager', store: 'KNZ1' },
  { number: 'E0003', name: '仮名 次郎', type: 'register', store: 'KNZ1' },
  { number: 'E0004', name: '試野 さくら', type: 'manager', store: 'KRM1' },
  { number: 'E0005', name: '控井 健', type: 'register', store: 'KRM1' },
  { number: 'E0006', name: '写田 未来', type: 'register', store: 'DMY1' },
  { number: 'E0007', name: '帳場 静', type: 'accounting', store: null },
  { number: 'E0008', name: '確認 真', type: 'kyc_reviewer', store: null },
] as const

export type Member = {
  username: string
  last_name: string
  first_name: string
  last_name_kana: string
  first_name_kana: string
  date_of_birth: string | null
  verified: boolean
  kyc_status: 'none' | 'required' | 'pending' | 'approved' | 'rejected'
  suspended: boolean
  /** What the history should bring this calendar year, about, in yen: it decides the rank. */
  yearly_yen: number
  /** Payments across the last sixty days. */
  payments: number
  /** What the wallet should hold at least in the end; a last charge makes up for it. */
  balance: number
  /** Points brought along from the paper card. */
  points: number
  store: StoreCode
  note: string
  /** Of a member under age: the parent who agreed. */
  guardian?: string
  /** Of a member who is late with a deferred payment: what they took. */
  owes?: { sku: string }
  /** Of those who invite others: the code of their link. */
  invite_code?: string
  /** The code by whose link they came. */
  invited_by?: string
}

const member = (
  username: string,
  name: readonly [last: string, first: string, lastKana: string, firstKana: string],
  rest: Omit<Member, 'username' | 'last_name' | 'first_name' | 'last_name_kana' | 'first_name_kana'>,
): Member => ({
  username,
  last_name: name[0],
  first_name: name[1],
  last_name_kana: name[2],
  first_name_kana: name[3],
  ...rest,
})

export const members: readonly Member[] = [
  member('taro', ['例示', '太郎', 'レイジ', 'タロウ'], {
    date_of_birth: null,
    verified: false,
    kyc_status: 'none',
    suspended: false,
    yearly_yen: 0,
    payments: 0,
    balance: 0,
    points: 0,
    store: 'KNZ1',
    note: '登録したばかりで、会員確認がまだの会員',
  }),
  member('hanako', ['例示', '花子', 'レイジ', 'ハナコ'], {
    date_of_birth: null,
    verified: true,
    kyc_status: 'none',
    suspended: false,
    yearly_yen: 86_500,
    payments: 9,
    balance: 12_000,
    points: 2_800,
    store: 'KNZ1',
    note: 'まずはこの会員で。あと少しでランクが上がります',
  }),
  member('kyoko', ['見本', '京子', 'ミホン', 'キョウコ'], {
    date_of_birth: '1984-06-12',
    verified: true,
    kyc_status: 'approved',
    suspended: false,
    yearly_yen: 142_000,
    payments: 12,
    balance: 8_000,
    points: 500,
    store: 'KNZ1',
    note: '本人確認済み・いぶし・招待コードTSUKI01・招待した会員3人',
    invite_code: 'TSUKI01',
  }),
  member('yoko', ['仮置', '陽子', 'カリオキ', 'ヨウコ'], {
    date_of_birth: '1991-03-03',
    verified: true,
    kyc_status: 'pending',
    suspended: false,
    yearly_yen: 24_000,
    payments: 6,
    balance: 4_000,
    points: 0,
    store: 'KRM1',
    note: '本人確認の審査中',
  }),
  member('saburo', ['控', '三郎', 'ヒカエ', 'サブロウ'], {
    date_of_birth: '1975-11-30',
    verified: true,
    kyc_status: 'rejected',
    suspended: false,
    yearly_yen: 18_000,
    payments: 5,
    balance: 0,
    points: 0,
    store: 'KRM1',
    invited_by: 'TSUKI01',
    note: '本人確認の書類が差し戻し',
  }),
  member('mirai', ['試', '未成', 'タメシ', 'ミナリ'], {
    // The demo has a member under age, on any date.
    date_of_birth: bornOn('08-08', 16),
    verified: true,
    kyc_status: 'none',
    suspended: false,
    yearly_yen: 9_000,
    payments: 5,
    balance: 3_000,
    points: 0,
    store: 'DMY1',
    note: '16歳の会員',
    guardian: '試 親',
  }),
  member('okure', ['延田', '遅', 'ノベタ', 'オクレ'], {
    date_of_birth: '1988-01-20',
    verified: true,
    kyc_status: 'approved',
    suspended: false,
    yearly_yen: 36_000,
    payments: 7,
    balance: 3_000,
    points: 0,
    store: 'KNZ1',
    invited_by: 'TSUKI01',
    note: '本人確認済み・つちめ・後払いの期日超過',
    owes: { sku: 'RG001-11' },
  }),
  member('takasaki', ['髙﨑', '外字', 'タカサキ', 'ガイジ'], {
    date_of_birth: '1969-05-05',
    verified: true,
    kyc_status: 'approved',
    suspended: false,
    yearly_yen: 340_000,
    payments: 16,
    balance: 30_000,
    points: 8_000,
    store: 'KNZ1',
    note: '異体字の名前・きょうめん',
  }),
  member('teishi', ['停止', '例', 'テイシ', 'レイ'], {
    date_of_birth: '1990-10-10',
    verified: true,
    kyc_status: 'none',
    suspended: true,
    yearly_yen: 12_000,
    payments: 5,
    balance: 0,
    points: 0,
    store: 'DMY1',
    invited_by: 'YUKIWA2',
    note: '利用停止中（ログインできません）',
  }),
  member('funo', ['振込', '不能', 'フリコミ', 'フノウ'], {
    date_of_birth: '1980-02-29',
    verified: true,
    kyc_status: 'approved',
    suspended: false,
    yearly_yen: 21_000,
    payments: 6,
    balance: 0,
    points: 0,
    store: 'KRM1',
    invited_by: 'TSUKI01',
    invite_code: 'YUKIWA2',
    note: '2月29日生まれ・振込が名義相違で戻り、別の口座で申請中',
  }),
]

export type Picture = 'cup' | 'ring' | 'bangle' | 'spoon' | 'necklace' | 'hairpin' | 'dish' | 'cloth'
type Article = readonly [
  sku: string,
  name: string,
  fineness: number | null,
  grams: number | null,
  size: string | null,
  price: number,
  picture: Picture,
]

/** In the order of the catalogue: the in-store bar code is numbered by it. */
export const articles: readonly Article[] = [
  ['RG001-11', '月暈リング 細 11号', 925, 2.1, '11号', 8_800, 'ring'],
  ['RG001-13', '月暈リング 細 13号', 925, 2.25, '13号', 8_800, 'ring'],
  ['RG001-15', '月暈リング 細 15号', 925, 2.4, '15号', 8_800, 'ring'],
  ['RG002-17', '槌目リング 平打 17号', 925, 6.8, '17号', 18_700, 'ring'],
  ['RG002-19', '槌目リング 平打 19号', 925, 7.3, '19号', 18_700, 'ring'],
  ['RG002-21', '槌目リング 平打 21号', 925, 7.8, '21号', 19_800, 'ring'],
  ['RG003-09', '雫リング ムーンストーン 9号', 925, 2.6, '9号', 15_400, 'ring'],
  ['RG003-11', '雫リング ムーンストーン 11号', 925, 2.75, '11号', 15_400, 'ring'],
  ['RG004-07', '純銀ペアリング 7号', 999, 3.2, '7号', 16_500, 'ring'],
  ['RG004-15', '純銀ペアリング 15号', 999, 4.1, '15号', 17_600, 'ring'],
  ['NC001-40', '小豆チェーン 40cm', 925, 2.9, '40cm', 6_600, 'necklace'],
  ['NC001-45', '小豆チェーン 45cm', 925, 3.2, '45cm', 7_150, 'necklace'],
  ['NC002-50', '喜平ネックレス 50cm', 925, 21.5, '50cm', 38_500, 'necklace'],
  ['NC003-45', 'ボールチェーン 45cm', 925, 3.6, '45cm', 7_480, 'necklace'],
  ['PD001', '三日月ペンダント', 950, 3.4, null, 11_000, 'necklace'],
  ['PD002', '雪輪ペンダント', 925, 5.2, null, 14_300, 'necklace'],
  ['PD003', '名入れプレート(刻印可)', 925, 6, null, 16_500, 'necklace'],
  ['BR001-17', 'あずきブレスレット 17cm', 925, 8.4, '17cm', 17_600, 'bangle'],
  ['BR002-M', '槌目バングル M', 950, 24, 'M', 49_500, 'bangle'],
  ['BR002-L', '槌目バングル L', 950, 27.5, 'L', 55_000, 'bangle'],
  ['PE001', '粒銀ピアス', 925, 0.8, null, 5_500, 'hairpin'],
  ['PE002', '月の輪ピアス', 925, 1.6, null, 7_700, 'hairpin'],
  ['PE003', '淡水パールピアス', 925, 1.2, null, 9_900, 'hairpin'],
  ['EC001', 'イヤーカフ 結び', 925, 1.9, null, 6_050, 'ring'],
  ['BC001', '梟ブローチ いぶし', 925, 7.2, null, 20_900, 'hairpin'],
  ['TW001', '純銀ベビースプーン', 999, 18, null, 33_000, 'spoon'],
  ['TW002', '純銀ぐい呑', 999, 65, null, 132_000, 'cup'],
  ['TW003', '箸置き 2個組', 925, 22, null, 36_300, 'dish'],
  ['CG001', '銀磨きクロス', null, null, null, 1_100, 'cloth'],
  ['SV001', 'サイズ直し(±2号)', null, null, null, 3_300, 'ring'],
]

/** Pieces of each article on the shelves of each shop today. */
export const openingStock: Readonly<Record<string, number>> = { KNZ1: 8, KRM1: 5, DMY1: 3 }

/** What stands as a quick item on the register, in this order. */
export const quickItems = ['RG001-11', 'NC001-45', 'PD001', 'PE001', 'TW001', 'CG001'] as const

/** The date of birth of a person who is of this age today and has their birthday on this day. */
function bornOn(birthday: string, age: number): string {
  const today = tokyoDate(new Date())
  return `${Number(today.slice(0, 4)) - age - (today.slice(5) < birthday ? 1 : 0)}-${birthday}`
}
