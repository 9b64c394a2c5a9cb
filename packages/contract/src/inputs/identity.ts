/**
 * What the check of a person's documents is about: which documents, which pictures of them, why they may be sent back. Plain
 * data, so that the screens need no schema library to read it.
 */
export const kycDocuments = [
  'driver_license',
  'driving_history',
  'my_number_card',
  'residence_card',
  'special_permanent_certificate',
  'passport',
] as const
export type KycDocument = (typeof kycDocuments)[number]

/** `side` is the card held at an angle, which shows that it is no copy; `action` is the face during the asked movement. */
export const kycSides = ['front', 'back', 'side', 'face', 'action'] as const
export type KycSide = (typeof kycSides)[number]

type DocumentRule = {
  name: string
  /** Said under the name where the choice is made. */
  note: string | null
  /** The pictures of the paper, in the order in which they are taken. The back of a number card is never one of them. */
  sides: readonly Extract<KycSide, 'front' | 'back' | 'side'>[]
  /** A paper that never ends has no date to write down. */
  expires: boolean
}

export const documentRules: Readonly<Record<KycDocument, DocumentRule>> = {
  driver_license: { name: '運転免許証', note: null, sides: ['front', 'side', 'back'], expires: true },
  driving_history: {
    name: '運転経歴証明書',
    note: '2012年4月1日以降に交付されたもの',
    sides: ['front', 'side', 'back'],
    expires: false,
  },
  my_number_card: {
    name: 'マイナンバーカード',
    note: '表面のみ。裏面は撮影しないでください',
    sides: ['front', 'side'],
    expires: true,
  },
  residence_card: { name: '在留カード', note: null, sides: ['front', 'side', 'back'], expires: true },
  special_permanent_certificate: {
    name: '特別永住者証明書',
    note: null,
    sides: ['front', 'side', 'back'],
    expires: true,
  },
  passport: {
    name: 'パスポート',
    note: '2020年2月3日以前に申請したもの（所持人記入欄があるもの）',
    sides: ['front', 'side', 'back'],
    expires: true,
  },
}

/** Every picture that a request with this paper needs. */
export function sidesOf(document: KycDocument): readonly KycSide[] {
  return [...documentRules[document].sides, 'face', 'action']
}

/** One of these is asked for, and the customer does not know beforehand which. */
export const faceActions = ['turn_right', 'turn_left', 'blink', 'open_mouth'] as const
export type FaceAction = (typeof faceActions)[number]
export const faceActionNames: Readonly<Record<FaceAction, string>> = {
  turn_right: '顔をゆっくり右に向けてください',
  turn_left: '顔をゆっくり左に向けてください',
  blink: '両目を閉じてください',
  open_mouth: '口を開けてください',
}

export const occupations = {
  company_employee: '会社員・団体職員',
  public_employee: '公務員',
  executive: '会社役員・団体役員',
  self_employed: '個人事業主・自営業',
  professional: '専門職（医師・弁護士など）',
  part_time: 'パート・アルバイト・派遣社員',
  homemaker: '主婦・主夫',
  student: '学生',
  retired: '退職者・無職',
  other: 'その他',
} as const
export type Occupation = keyof typeof occupations

export const purposes = {
  shopping: '商品・サービスのお支払い',
  affiliate: '紹介報酬の受け取り',
  deferred_payment: '後払いの利用',
  buyback: '買取・下取り',
} as const
export type Purpose = keyof typeof purposes

/** Why documents are sent back, in the words that their owner reads. */
export const rejectReasons = {
  blurry: '画像が不鮮明です',
  cropped: '書類の全体が写っていません',
  glare: '光の反射や影で読み取れません',
  covered: '指やシールで一部が隠れています',
  wrong_document: '選択した書類と異なる書類です',
  expired: '有効期限が切れています',
  name_mismatch: '氏名が登録内容と一致しません',
  address_mismatch: '住所が登録内容と一致しません(番地・部屋番号までご確認ください)',
  dob_mismatch: '生年月日が一致しません',
  face_mismatch: 'お顔の確認ができませんでした',
  no_thickness: '厚みの確認ができません',
  copy: 'コピーや画面の撮影は利用できません',
  mynumber: 'マイナンバーが写っています',
  back_missing: '裏面の写真がありません',
  old_address: '旧住所のままです(裏面の記載をご提出ください)',
  duplicate: '別のアカウントで確認済みです',
  other: 'その他',
} as const
export type RejectReason = keyof typeof rejectReasons

/** What a reviewer compares before agreeing. */
export const checkpoints = {
  name: '氏名',
  date_of_birth: '生年月日',
  address: '住所',
  expiry: '有効期限',
  face: '顔',
} as const
export type Checkpoint = keyof typeof checkpoints

/** An address with its numbers written in one way: 1丁目2番3号 and １－２－３ are the same building. */
export function comparableAddress(line: string): string {
  const kanji = '〇一二三四五六七八九'
  return line
    .normalize('NFKC')
    .replace(/[\s　]/g, '')
    .replace(/[〇一二三四五六七八九十]+(?=丁目|番地|番|号)/g, (text) => {
      const [tens, ones] = text.includes('十') ? text.split('十') : [null, text]
      const digits = (part: string) => [...part].map((one) => kanji.indexOf(one)).join('')
      if (tens === null) return digits(ones ?? '')
      return String((tens ? Number(digits(tens)) : 1) * 10 + (ones ? Number(digits(ones)) : 0))
    })
    .replace(/丁目|番地の?|番|号/g, '-')
    .replace(/[‐‑‒–—―−ー－-]+/g, '-')
    .replace(/-(?!\d)/g, '')
}
