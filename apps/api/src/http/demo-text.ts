/** The words of the demo's front desk. */
export const text = {
  title: 'デモの案内',
  allInvented:
    '登場する会社・人・店・番号はすべて架空です。パスワードは全員共通で、起動した画面に表示されています。',
  openApp: 'お客さまのアプリを開く',
  openRegister: 'レジを開く（別のログイン）',
  sent: '送信されたSMSとメール',
  notReallySent: '実際には送られず、ここに届きます。',
  refresh: '最新の状態にする',
  nothingSent: 'まだ何も送信されていません。',
  people: 'ログインできる人',
  login: 'ログインID',
  name: '名前',
  note: '説明',
  mail: 'メール',
} as const
