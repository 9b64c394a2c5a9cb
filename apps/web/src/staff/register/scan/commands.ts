import type { KeypadKey } from '@shirogane/ui/inputs/keypad-keys'
import type { TerminalBrand } from '@shirogane/contract/terms/sale-terms'

/** What a printed code asks of the register, so that a handheld scanner alone finishes a sale. */
export type Command =
  | { kind: 'key'; key: KeypadKey }
  /** A note that the customer handed over, on top of those before it. */
  | { kind: 'note'; value: number }
  | { kind: 'exact' }
  | { kind: 'whole'; payment: 'points' | 'balance' | 'card' }
  | { kind: 'choose'; payment: 'points' | 'balance' | 'cash' }
  | { kind: 'quantity'; by: 1 | -1 }
  | { kind: 'brand'; brand: TerminalBrand }
  | { kind: 'remove' | 'clear' | 'confirm' | 'back' | 'next' | 'print' }

/**
 * Letters, figures and a hyphen only: those are the same keys on every board that a scanner may be set to. No pay code,
 * receipt or article begins like this.
 */
export const commandPrefix = 'SG0-'

const digits = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '00'] as const
const key = (code: string, pressed: KeypadKey) => [code, { kind: 'key', key: pressed }] as const
const brand = (code: string, chosen: TerminalBrand) => [code, { kind: 'brand', brand: chosen }] as const

/** Every code of the page, in the order in which a sale needs them. */
export const commandGroups = {
  tender: [
    ['EXACT', { kind: 'exact' }],
    ['N1000', { kind: 'note', value: 1_000 }],
    ['N5000', { kind: 'note', value: 5_000 }],
    ['N10000', { kind: 'note', value: 10_000 }],
    ['POINTS', { kind: 'whole', payment: 'points' }],
    ['BALANCE', { kind: 'whole', payment: 'balance' }],
    ['CARD', { kind: 'whole', payment: 'card' }],
  ],
  finish: [
    ['CONFIRM', { kind: 'confirm' }],
    ['BACK', { kind: 'back' }],
    ['PRINT', { kind: 'print' }],
    ['NEXT', { kind: 'next' }],
  ],
  line: [
    ['PLUS', { kind: 'quantity', by: 1 }],
    ['MINUS', { kind: 'quantity', by: -1 }],
    ['REMOVE', { kind: 'remove' }],
    ['CLEAR', { kind: 'clear' }],
  ],
  amount: [
    ['TOCASH', { kind: 'choose', payment: 'cash' }],
    ['TOPOINTS', { kind: 'choose', payment: 'points' }],
    ['TOBALANCE', { kind: 'choose', payment: 'balance' }],
    ...digits.map((digit) => key(`K${digit}`, digit)),
    key('KE', 'erase'),
    key('KC', 'clear'),
  ],
  brand: [
    brand('VISA', 'visa'),
    brand('MASTER', 'mastercard'),
    brand('JCB', 'jcb'),
    brand('AMEX', 'amex'),
    brand('DINERS', 'diners'),
    brand('OTHER', 'other'),
  ],
} as const satisfies Record<string, readonly (readonly [string, Command])[]>

export type CommandGroup = keyof typeof commandGroups

const known: ReadonlyMap<string, Command> = new Map(
  Object.values(commandGroups).flatMap((group) =>
    group.map(([code, command]): [string, Command] => [commandPrefix + code, command]),
  ),
)

/** The command of a code that was scanned; null where it is no code of the page. */
export function readCommand(scanned: string): Command | null {
  return known.get(scanned.trim().toUpperCase()) ?? null
}
