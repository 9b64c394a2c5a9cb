import { sentenceOf } from '@shirogane/contract/wire/errors'

export type Availability = { available: boolean; message?: string }
type TakenCode = 'USERNAME_TAKEN' | 'PHONE_TAKEN' | 'EMAIL_TAKEN'

export const availabilityOf = (isTaken: boolean, code: TakenCode): Availability =>
  isTaken ? { available: false, message: sentenceOf(code) } : { available: true }

/** Numbers and addresses are free for all that anybody is told: their owner hears by SMS or mail that they are a member. */
