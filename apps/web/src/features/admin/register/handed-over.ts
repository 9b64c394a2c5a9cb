/**
 * A code that was read on another page and belongs to the sale: the register takes it as if it had just been read there.
 * It lives in memory alone, because a pay code is never written down.
 */
let waiting: string | null = null

export function handToRegister(code: string): void {
  waiting = code
}

export function takeHandedOver(): string | null {
  const code = waiting
  waiting = null
  return code
}
