import type { BuybackItemBody } from '@shirogane/contract/resources/brand/buybacks'
import { uuid7 } from '../../shell/api/uuid7.ts'

/** A piece as it stands in the fields of the desk. */
export type Piece = {
  key: string
  kind: BuybackItemBody['kind']
  name: string
  quantity: string
  fineness: string
  gross: string
  deduction: string
  grade: BuybackItemBody['grade']
  features: string
  serial: string
}

export function newPiece(): Piece {
  return {
    key: uuid7(),
    kind: 'ring',
    name: '',
    quantity: '1',
    fineness: '925',
    gross: '',
    deduction: '',
    grade: 'A',
    features: '',
    serial: '',
  }
}

/** As a keyboard has them that writes Japanese: full-width figures, and its full stop for a point. */
const plain = (typed: string): string => typed.normalize('NFKC').replaceAll('。', '.').trim()

/**
 * Grams with up to three places as whole milligrams, also while their point is all that was typed of those; null where it is
 * no weight. Never through a fraction.
 */
export function readMilligrams(typed: string): number | null {
  const [, whole, part = ''] = /^(?=\.?\d)(\d{0,6})(?:\.(\d{0,3}))?$/.exec(plain(typed)) ?? []
  return whole === undefined ? null : Number(whole) * 1_000 + Number(part.padEnd(3, '0'))
}

const quantityMax = 100

function quantityOf(typed: string): number | null {
  const quantity = /^\d{1,3}$/.test(plain(typed)) ? Number(plain(typed)) : 0
  return quantity >= 1 && quantity <= quantityMax ? quantity : null
}

/** What is typed wrong, by field. What is not typed yet is missing and not wrong. */
export function mistakesIn({ quantity, gross, deduction }: Piece): {
  quantity: boolean
  gross: boolean
  deduction: 'no_weight' | 'too_heavy' | null
} {
  const isWrong = (typed: string, value: number | null) => typed.trim() !== '' && value === null
  const [whole, off] = [readMilligrams(gross), readMilligrams(deduction)]
  return {
    quantity: isWrong(quantity, quantityOf(quantity)),
    gross: isWrong(gross, whole === 0 ? null : whole),
    deduction: isWrong(deduction, off)
      ? 'no_weight'
      : whole !== null && off !== null && off >= whole && off > 0
        ? 'too_heavy'
        : null,
  }
}

/** What the fields mean; null while something is missing. */
export function itemOf(piece: Piece): BuybackItemBody | null {
  const gross = readMilligrams(piece.gross)
  const deduction = piece.deduction.trim() === '' ? 0 : readMilligrams(piece.deduction)
  const quantity = quantityOf(piece.quantity)
  if (quantity === null || gross === null || deduction === null || gross <= deduction) return null
  if (piece.name.trim() === '' || piece.features.trim() === '') return null
  return {
    kind: piece.kind,
    name: piece.name.trim(),
    quantity,
    fineness: Number(piece.fineness) as BuybackItemBody['fineness'],
    gross_weight_mg: gross,
    deduction_mg: deduction,
    grade: piece.grade,
    features: piece.features.trim(),
    serial: piece.serial.trim() === '' ? null : piece.serial.trim(),
  }
}
