/**
 * One human act: an amount, a card, and the key under which the server knows it. It outlives a reload, so that whoever
 * sends again after a lost answer says the same thing again, and is charged once.
 */
export type Intent = { amount: number; method: string; key: string }

const place = 'shirogane.charge'

function read(): Intent | null {
  try {
    return JSON.parse(sessionStorage.getItem(place) ?? 'null') as Intent | null
  } catch {
    return null
  }
}

/** The act that was begun with these, or a new one. */
export function intentFor(amount: number, method: string): Intent {
  const known = read()
  if (known?.amount === amount && known.method === method) return known
  const intent = { amount, method, key: crypto.randomUUID() }
  try {
    sessionStorage.setItem(place, JSON.stringify(intent))
  } catch {
    // Without a store the act lasts as long as its screen.
  }
  return intent
}

/** The server has answered: the next charge is another act. */
export function endIntent(): void {
  try {
    sessionStorage.removeItem(place)
  } catch {
    // There was nothing to end.
  }
}
