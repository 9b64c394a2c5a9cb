import type { checkpoints, occupations, purposes, rejectReasons } from './identity-text.ts'

/**
 * What the check of a person's documents is about: which documents, which pictures of them, why they may be sent back. Plain
 * data, so that the screens need no schema library to read it.
 */
export const kycDocuments = [
  'driver_license',
  'driving_history',
  'my_number_card',
  'residence_card',
  'special_permanent_certificate',
  'passport',
] as const
export type KycDocument = (typeof kycDocuments)[number]

/** `side` is the card held at an angle, which shows that it is no copy; `action` is the face during the asked movement. */
export const kycSides = ['front', 'back', 'side', 'face', 'action'] as const
export type KycSide = (typeof kycSides)[number]

type DocumentRule = {
  /** The pictures of the paper, in the order in which they are taken. The back of a number card is never one of them. */
  sides: readonly Extract<KycSide, 'front' | 'back' | 'side'>[]
  /** A paper that never ends has no date to write down. */
  expires: boolean
}

export const documentRules: Readonly<Record<KycDocument, DocumentRule>> = {
  driver_license: { sides: ['front', 'side', 'back'], expires: true },
  driving_history: {
    sides: ['front', 'side', 'back'],
    expires: false,
  },
  my_number_card: {
    sides: ['front', 'side'],
    expires: true,
  },
  residence_card: { sides: ['front', 'side', 'back'], expires: true },
  special_permanent_certificate: {
    sides: ['front', 'side', 'back'],
    expires: true,
  },
  passport: {
    sides: ['front', 'side', 'back'],
    expires: true,
  },
}

/** Every picture that a request with this paper needs. */
export function sidesOf(document: KycDocument): readonly KycSide[] {
  return [...documentRules[document].sides, 'face', 'action']
}

/** One of these is asked for, and the customer does not know beforehand which. */
export const faceActions = ['turn_right', 'turn_left', 'blink', 'open_mouth'] as const
export type FaceAction = (typeof faceActions)[number]

export type Occupation = keyof typeof occupations
export type Purpose = keyof typeof purposes
export type RejectReason = keyof typeof rejectReasons
export type Checkpoint = keyof typeof checkpoints

/** An address with its numbers written in one way: 1丁目2番3号 and １－２－３ are the same building. */
export function comparableAddress(line: string): string {
  const kanji = '〇一二三四五六七八九'
  return line
    .normalize('NFKC')
    .replace(/[\s　]/g, '')
    .replace(/[〇一二三四五六七八九十]+(?=丁目|番地|番|号)/g, (text) => {
      const [tens, ones] = text.includes('十') ? text.split('十') : [null, text]
      const digits = (part: string) => [...part].map((one) => kanji.indexOf(one)).join('')
      if (tens === null) return digits(ones ?? '')
      return String((tens ? Number(digits(tens)) : 1) * 10 + (ones ? Number(digits(ones)) : 0))
    })
    .replace(/丁目|番地の?|番|号/g, '-')
    .replace(/[‐‑‒–—―−ー－-]+/g, '-')
    .replace(/-(?!\d)/g, '')
}
