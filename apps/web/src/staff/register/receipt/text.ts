import { countText } from '../../../shared/figures/figures.ts'

/** The words of receipts at the register; those on the paper itself are the paper's own. */
export const text = {
  title: 'レシート',
  print: '印刷する',
  printed: '印刷しました',
  mail: 'メールで送る',
  save: 'PDFを保存',
  width: '用紙の幅',
  widths: { '80': '80mm', '58': '58mm' },
  byBrowser: 'この端末の印刷画面から印刷します。',
  byPrinter: 'レシートプリンターに直接印刷します。',
  connectUsb: 'USBで接続する',
  connectSerial: 'シリアルで接続する',
  disconnect: '接続をやめる',
  notConnected: 'プリンターに接続できませんでした。電源とケーブルを確認してください。',
  waits: (documents: number) => `印刷待ち ${countText(documents)}枚`,
  notPrinted: '印刷できませんでした。プリンターの電源とケーブルを確認してください。つながると印刷します。',
  printAgain: 'もう一度印刷する',
  printing: '印刷しています…',
  stillWaits: 'まだ印刷されていないレシートがあります。',
  unsure: '印刷の途中で画面が読み込み直されました。紙が出ていないか確認してから印刷してください。',
  giveUp: '印刷しない',
  givenUp: '印刷待ちのレシートを取り消しました',
  undo: '元に戻す',
  printedCopies: (copies: number) =>
    `これまでに${countText(copies)}回お渡ししています。次からは「再発行」と記されます。`,
  address: 'メールアドレス',
  addressOfMember: '空欄のまま送ると、会員の確認済みのアドレスへ送ります。',
  send: '送信する',
  sent: (to: string) => `${to} へ送信しました`,
  offline: 'オフラインのため操作できません',
} as const
