export type KeypadDigits = '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9' | '00'
export type KeypadKey = KeypadDigits | 'erase' | 'clear'

/** The amount after a key, in whole numbers all the way. A digit that would pass the limit changes nothing. */
export function amountAfterKey(amount: number, key: KeypadKey, limit: number): number {
  if (key === 'clear') return 0
  if (key === 'erase') return Math.trunc(amount / 10)
  const next = key === '00' ? amount * 100 : amount * 10 + Number(key)
  return next <= limit ? next : amount
}

const digitCode = /^(?:Digit|Numpad)(\d)$/

/**
 * The keypad key a hardware key means, read from `event.code`, because an input method hides `event.key`. Keys pressed
 * together with a modifier belong to the browser.
 */
export function keypadKeyOf(
  event: Pick<KeyboardEvent, 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>,
): KeypadKey | null {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return null
  const digit = digitCode.exec(event.code)?.[1]
  if (digit !== undefined) return digit as KeypadDigits
  if (event.code === 'Backspace') return 'erase'
  if (event.code === 'Delete' || event.code === 'NumpadClear') return 'clear'
  return null
}
