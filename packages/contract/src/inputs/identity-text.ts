/** What a document is called; the note stands under its name where the choice is made. */
export const documentLabels = {
  driver_license: { name: '運転免許証', note: null },
  driving_history: { name: '運転経歴証明書', note: '2012年4月1日以降に交付されたもの' },
  my_number_card: { name: 'マイナンバーカード', note: '表面のみ。裏面は撮影しないでください' },
  residence_card: { name: '在留カード', note: null },
  special_permanent_certificate: { name: '特別永住者証明書', note: null },
  passport: { name: 'パスポート', note: '2020年2月3日以前に申請したもの（所持人記入欄があるもの）' },
} as const

export const faceActionNames = {
  turn_right: '顔をゆっくり右に向けてください',
  turn_left: '顔をゆっくり左に向けてください',
  blink: '両目を閉じてください',
  open_mouth: '口を開けてください',
} as const

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

export const purposes = {
  shopping: '商品・サービスのお支払い',
  affiliate: '紹介報酬の受け取り',
  deferred_payment: '後払いの利用',
  buyback: '買取・下取り',
} as const

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

/** What a reviewer compares before agreeing. */
export const checkpoints = {
  name: '氏名',
  date_of_birth: '生年月日',
  address: '住所',
  expiry: '有効期限',
  face: '顔',
} as const
