import { type Inviter, isOpen } from '../points/bring-gifts.ts'

/** An invitation at the moment of a sale to the member who came by it. */
export type InvitationAt = {
  /** Seconds since the member came; below zero where the sale was before. */
  age: number
  /** So many days an invitation earns. */
  days: number
  /** What head office thinks of it. */
  standing: string
  inviter: Inviter
  /** The inviter works in the shop that sells, or is one person or household with the employee. */
  is_of_shop: boolean
}

/**
 * Whether a sale earns the inviter something: the invitation is neither void nor too old, the inviter goes on inviting, and
 * they earn nothing by what they ring up themselves, nor by what the shop sells in which they work. One that head office is
 * looking into earns: what it decides comes before the reward is confirmed.
 */
export function invitationEarns({ age, days, standing, inviter, is_of_shop }: InvitationAt): boolean {
  return standing !== 'void' && age >= 0 && age < days * 86_400 && isOpen(inviter) && !is_of_shop
}
