import { type ErrorCode, sentenceOf } from '@shirogane/contract/wire/errors'
import { affiliatorWelcome } from './affiliator/text.ts'
import type { LiveEvent } from './live-store.ts'

/** What the row of a `becomeAffiliator` keeps: who became one, or the code of the refusal. */
export type BecomePayload =
  | { affiliator: { user_id: string; code: string; invite_url: string }; success: true }
  | { affiliator: null; success: false; code: ErrorCode; blanks: Readonly<Record<string, string | number>> }

/** An event as its listener receives it: rows keep codes, and the sentence is written here. */
export function presentLiveEvent({ id, event, payload }: LiveEvent): Record<string, unknown> {
  if (event !== 'becomeAffiliator') return { event_id: id, ...payload }
  const kept = payload as BecomePayload
  const { affiliator, success } = kept
  const message = success ? affiliatorWelcome : sentenceOf(kept.code, kept.blanks)
  return { event_id: id, message, success, affiliator }
}
