import { endOfDayAfter } from '../time/tokyo.ts'

/** A lot of limited points with some in it, among those of its member in the order of their ends. */
type PointLot = { id: string; remaining: number; expires_at: string }

/** Usable points of a member: what had ended has left. */
export type HeldPoints = {
  point_limited: number
  point_regular: number
  /** The last day of the regular points; null where they have none. */
  point_regular_expires_on: string | null
  lots: readonly PointLot[]
}

/** Which points go: limited ones by their lots, then regular ones. */
export type TakenPoints = {
  limited: number
  regular: number
  lots: { lot: string; points: number; until: string }[]
  /** When the regular points would have ended; null where they have no end. */
  regular_until: string | null
}

/** Takes so many points in the order in which they end: limited ones by the ends of their lots, then regular ones. */
export function takePoints(from: HeldPoints, points: number): TakenPoints {
  const limited = Math.min(points, from.point_limited)
  const lots: TakenPoints['lots'] = []
  let rest = limited
  for (const { id, remaining, expires_at } of from.lots) {
    const taken = Math.min(rest, remaining)
    if (taken === 0) continue
    lots.push({ lot: id, points: taken, until: expires_at })
    rest -= taken
  }
  const last = from.point_regular_expires_on
  return {
    limited,
    regular: points - limited,
    lots,
    regular_until: last === null ? null : endOfDayAfter(last, 0),
  }
}
