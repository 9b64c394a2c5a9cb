/** What a person calls the inputs whose sentence names them. */
export const labels: Readonly<Record<string, string>> = {
  credential: 'ログインID',
  username: 'ユーザー名',
  password: 'パスワード',
  token: 'コード',
  transaction_id: '取引',
  items: '商品',
  name: '商品名',
  quantity: '数量',
  amount: '金額',
  unit_price: '金額',
  note: 'メモ',
  reason: '理由',
  employee_id: '社員番号',
  status: '状態',
  prefecture: '都道府県',
  city: '市区町村',
  street: '番地',
  message: '内容',
  name_kana: 'フリガナ',
  date_of_birth: '生年月日',
  address: '住所',
  addressee: '宛名',
  changes: '変更点',
}
/** A name on its own is a person's; inside a list it is an article's. */
export const ownName = 'お名前'

export const text = {
  unknownField: 'この項目は指定できません。',
  chooseOne: '選択肢の中から選んでください。',
  atLeast: (n: string) => `${n}以上の数字を入力してください。`,
  atMost: (n: string) => `${n}以下の数字を入力してください。`,
  atMostItems: (n: string) => `${n}件以内で入力してください。`,
  wholeNumber: '半角の整数で入力してください。',
  wrongForm: '入力の形式が正しくありません。',
  required: '入力してください。',
  noFile: 'ファイルを選択してください。',
  notOneFile: 'ファイルは1つだけ選択してください。',
} as const
