type Grade = 'A' | 'B' | 'C'

/** By what is bought at this moment: yen for a gram of silver, and basis points of it for each grade. */
export type BuybackTerms = { price_per_g: number; rates: Readonly<Record<Grade, number>> }

/** A piece as it was weighed. Its fineness is parts of silver in a thousand. */
export type WeighedPiece = { gross_weight_mg: number; deduction_mg: number; fineness: number; grade: Grade }
export type PieceWorth = { net_weight_mg: number; rate_bp: number; amount: number }

/**
 * What a piece is worth: weight, fineness, price and rate in one product, cut off once. The product passes what a
 * double holds exactly, so it is made of big numbers.
 */
export function pricePiece(piece: WeighedPiece, { price_per_g, rates }: BuybackTerms): PieceWorth {
  const net_weight_mg = piece.gross_weight_mg - piece.deduction_mg
  const rate_bp = rates[piece.grade]
  const product = BigInt(net_weight_mg) * BigInt(piece.fineness) * BigInt(price_per_g) * BigInt(rate_bp)
  // Milligrams to grams, parts of a thousand, and basis points.
  return { net_weight_mg, rate_bp, amount: Number(product / (1_000n * 1_000n * 10_000n)) }
}
