/** The banks that most people have, so that a tap is enough. Their names are those of the list of all banks. */
export const commonBanks: readonly { code: string; name: string }[] = [
  { code: '9900', name: 'ゆうちょ銀行' },
  { code: '0001', name: 'みずほ銀行' },
  { code: '0005', name: '三菱UFJ銀行' },
  { code: '0009', name: '三井住友銀行' },
  { code: '0010', name: 'りそな銀行' },
  { code: '0033', name: 'PayPay銀行' },
  { code: '0036', name: '楽天銀行' },
  { code: '0040', name: 'イオン銀行' },
]
