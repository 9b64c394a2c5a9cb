/**
 * A code that was read on another page and belongs to the sale: the register takes it as if it had just been read there.
 * It lives in memory alone, because a pay code is never written down.
 */
let waiting: string | null = null

export function forwardCode(code: string): void {
  waiting = code
}

export function takeForwardedCode(): string | null {
  const code = waiting
  waiting = null
  return code
}

type Parked = { id: string; name: string; version: number }
let waitingCart: Parked | null = null

/** A cart that was put aside and is paid for now: it was found with the articles that are kept for it. */
export function forwardCart(parked: Parked): void {
  waitingCart = parked
}

export function takeForwardedCart(): Parked | null {
  const parked = waitingCart
  waitingCart = null
  return parked
}
