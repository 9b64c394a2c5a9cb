import { grouped } from '@shirogane/contract/rules/digits'

/** Sums and points as mails, notices and refusals name them: `12,300円`, `1,230pt`. */
export const yen = (amount: number): string => `${grouped(amount)}円`
export const pt = (amount: number): string => `${grouped(amount)}pt`
