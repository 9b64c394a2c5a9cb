import { accountNotices } from './account-text.ts'
import { memberNotices } from './members-text.ts'
import { movementNotices } from './movements-text.ts'
import { officeNotices } from './office-text.ts'
import { payoutNotices } from './payouts-text.ts'

/** Every notice, by name. A row keeps the name and the facts; its sentences are made of them when it is read. */
const notices = {
  ...movementNotices,
  ...accountNotices,
  ...memberNotices,
  ...payoutNotices,
  ...officeNotices,
} as const

type Kind = keyof typeof notices
type FactsOf<Name extends Kind> =
  Parameters<(typeof notices)[Name]> extends [infer Facts] ? Facts : Record<string, never>

export type NoticeFacts<Name extends Kind = Kind> = {
  [One in Name]: { kind: One; facts: FactsOf<One> }
}[Name]

/** `label` is what its button says, where it leads to a page. */
export type NoticeText = { title: string; message: string; label?: string }

export function noticeText({ kind, facts }: { kind: string; facts: unknown }): NoticeText {
  if (!Object.hasOwn(notices, kind)) throw new Error(`No notice is called ${kind}`)
  return (notices[kind as Kind] as (facts: unknown) => NoticeText)(facts)
}
