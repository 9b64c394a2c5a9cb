const digitsOfCard = /(?:\d[ -]?){13,18}\d/

/** Whether a text could hold the number of a card: such a text is read by nobody here, and written down nowhere. */
export function holdsCardNumber(value: unknown): boolean {
  if (typeof value === 'number') return Number.isSafeInteger(value) && holdsCardNumber(String(value))
  if (typeof value === 'string') {
    const found = digitsOfCard.exec(value.normalize('NFKC'))?.[0].replace(/\D/g, '')
    return found !== undefined && passesLuhn(found)
  }
  if (typeof value === 'object' && value !== null) return Object.values(value).some(holdsCardNumber)
  return false
}

function passesLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((all, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1)
    return all + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

/** A card is good until its month in Tokyo has ended. */
export function hasExpired(card: { exp_month: number; exp_year: number }, today: string): boolean {
  return `${card.exp_year}-${String(card.exp_month).padStart(2, '0')}` < today.slice(0, 7)
}
