/**
 * One request for a payout and the key under which the server knows it. It outlives a reload, so that whoever sends again
 * after a lost answer asks for the same payout and never for a second one.
 */
type Intent = { amount: number; method: string; key: string }

const place = 'shirogane.payout'

export function keyFor(amount: number, method: string): string {
  try {
    const known = JSON.parse(sessionStorage.getItem(place) ?? 'null') as Intent | null
    if (known?.amount === amount && known.method === method) return known.key
    const key = crypto.randomUUID()
    sessionStorage.setItem(place, JSON.stringify({ amount, method, key } satisfies Intent))
    return key
  } catch {
    // Without a store the act lasts as long as its screen.
    return crypto.randomUUID()
  }
}

/** The server has answered: the next request is another act. */
export function endIntent(): void {
  try {
    sessionStorage.removeItem(place)
  } catch {
    // There was nothing to end.
  }
}
