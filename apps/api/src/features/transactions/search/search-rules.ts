import { readPhone } from '@shirogane/contract/inputs/read-fields'
import { holds } from '@shirogane/contract/wire/rights'
import { shortenedName } from '@shirogane/contract/inputs/person'
import { searchCopy } from '@shirogane/contract/rules/variants'
import type { Actor } from '../../../context.ts'
import type { MemberName } from './search-store.ts'

export type Word =
  /** The number of one receipt, as it is printed. */
  | { kind: 'number'; number: string }
  /** The running part of a number, as a customer reads it out: the day says the rest. */
  | { kind: 'number_end'; end: string }
  | { kind: 'member'; name: string; username: string; phone: string | null }

/** What the clerk typed, or a scanner read, into the one field of the search. */
export function readWord(typed: string, hasDate: boolean): Word {
  const word = typed.normalize('NFKC').trim()
  const number = /^(\d{8})-?([A-Za-z]{3}\d{1,3})-?(\d{4,10})$/.exec(word)
  if (number) return { kind: 'number', number: `${number[1]}-${number[2]!.toUpperCase()}-${number[3]}` }
  if (hasDate && /^\d{1,7}$/.test(word)) return { kind: 'number_end', end: word.padStart(4, '0') }
  const phone = readPhone(word)
  return {
    kind: 'member',
    name: searchCopy(word),
    username: word.toLowerCase(),
    phone: 'e164' in phone ? phone.e164 : null,
  }
}

/** Register staff tell two customers apart; who they are is for those who look after customers. */
export const mayReadNames = ({ employee }: Pick<Actor, 'employee'>): boolean =>
  employee !== undefined && holds(employee.type, 'customer.read')

/**
 * The name as a list shows it. Staff who may not read customers see enough to tell two of them apart at the counter.
 */
export function memberName(member: MemberName, mayRead: boolean): string {
  const parts = [member.last_name, member.first_name].filter((part) => part !== null && part !== '')
  if (mayRead) return parts.join(' ') || member.username
  return parts.length > 0
    ? parts.map((part) => shortenedName(part!)).join(' ')
    : shortenedName(member.username)
}
