import type { BuybackItemBody } from '@shirogane/contract/buybacks'
import { uuid7 } from '../../../lib/uuid7.ts'

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

/** Grams with up to three places as whole milligrams; null where it is no weight. Never through a fraction. */
export function milligrams(typed: string): number | null {
  const [, whole, part = ''] = /^(\d{1,6})(?:\.(\d{1,3}))?$/.exec(typed.normalize('NFKC').trim()) ?? []
  return whole === undefined ? null : Number(whole) * 1_000 + Number(part.padEnd(3, '0'))
}

/** What the fields mean; null while something is missing. */
export function itemOf(piece: Piece): BuybackItemBody | null {
  const gross = milligrams(piece.gross)
  const deduction = piece.deduction.trim() === '' ? 0 : milligrams(piece.deduction)
  const quantity = Number(piece.quantity.normalize('NFKC'))
  if (gross === null || deduction === null || gross <= deduction) return null
  if (!Number.isInteger(quantity) || quantity < 1 || quantity > 100) return null
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
