/** What a card of the sandbox does. Its number alone decides. */
export type Behaviour = 'success' | 'bank' | 'refused' | 'decline' | 'expired' | 'lost' | 'late' | 'twice'
export type TestCard = { number: string; brand: string; behaviour: Behaviour }

/** Numbers from the ranges that card brands and PAY.JP publish for tests: no real card has one of them. */
export const testCards: readonly TestCard[] = [
  { number: '4242424242424242', brand: 'Visa', behaviour: 'success' },
  { number: '5555555555554444', brand: 'MasterCard', behaviour: 'success' },
  { number: '3530111333300000', brand: 'JCB', behaviour: 'success' },
  { number: '378282246310005', brand: 'American Express', behaviour: 'success' },
  { number: '4000000000003220', brand: 'Visa', behaviour: 'bank' },
  { number: '4000000000000002', brand: 'Visa', behaviour: 'refused' },
  { number: '4000000000080319', brand: 'Visa', behaviour: 'decline' },
  { number: '4000000000004012', brand: 'Visa', behaviour: 'expired' },
  { number: '4000000000000119', brand: 'Visa', behaviour: 'lost' },
  { number: '4000000000000259', brand: 'Visa', behaviour: 'late' },
  { number: '4000000000000341', brand: 'Visa', behaviour: 'twice' },
]

export const testCardOf = (number: string): TestCard | undefined =>
  testCards.find((card) => card.number === number)
