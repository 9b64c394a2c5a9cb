/** What a card of the sandbox does. Its number alone decides. */
export type Behaviour = 'success' | 'bank' | 'refused' | 'decline' | 'expired' | 'lost' | 'late' | 'twice'
export type TestCard = { number: string; brand: string; behaviour: Behaviour; note: string }

/** Numbers from the ranges that card brands and PAY.JP publish for tests: no real card has one of them. */
export const testCards: readonly TestCard[] = [
  { number: '4242424242424242', brand: 'Visa', behaviour: 'success', note: '成功' },
  { number: '5555555555554444', brand: 'MasterCard', behaviour: 'success', note: '成功' },
  { number: '3530111333300000', brand: 'JCB', behaviour: 'success', note: '成功' },
  { number: '378282246310005', brand: 'American Express', behaviour: 'success', note: '成功' },
  { number: '4000000000003220', brand: 'Visa', behaviour: 'bank', note: '本人認証（3Dセキュア）が必要' },
  { number: '4000000000000002', brand: 'Visa', behaviour: 'refused', note: '登録できない' },
  { number: '4000000000080319', brand: 'Visa', behaviour: 'decline', note: 'チャージが承認されない' },
  { number: '4000000000004012', brand: 'Visa', behaviour: 'expired', note: '期限切れとして断られる' },
  { number: '4000000000000119', brand: 'Visa', behaviour: 'lost', note: '応答が失われる（支払いは成立）' },
  { number: '4000000000000259', brand: 'Visa', behaviour: 'late', note: '応答が失われ、結果の通知が遅れる' },
  { number: '4000000000000341', brand: 'Visa', behaviour: 'twice', note: '結果の通知が2回届く' },
]

export const testCardOf = (number: string): TestCard | undefined =>
  testCards.find((card) => card.number === number)
