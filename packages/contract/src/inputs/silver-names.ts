/** What a name of articles says of its silver, and whether it may: 純銀 from 999 on, SILVER and SV alone from 925 on. */

const sterling = 925
const fine = 999

/** 純銀, and what says the same in other letters. */
const saysFine = /純銀|(?:FINE|PURE)[ ・]?SILVER|ファインシルバー|ピュアシルバー/
const saysSterling = /STERLING|スターリング/
/** A fineness beside the metal: SV925, AG950, SILVER 999, シルバー1000. A thousand is what the trade calls fine silver. */
const numbered = /(?<![A-Z])(?:SV|AG|SILVER|シルバー)[ -]?(1000|\d{3})(?!\d)/g
/** The metal alone. A longer word that begins so names something else. */
const alone = /(?<![A-Z])(?:SV|SILVER)(?![A-Z])/

/** Why a name claims what its fineness does not hold; null where it may be called so. */
type SilverClaim = 'fine' | 'numbered' | 'alone'

/**
 * A name without a fineness claims nothing that could be checked, unless it says 純銀 or a number. Cloths and services are
 * named for what they clean: they are not articles of silver.
 */
export function falseClaim(name: string, fineness: number | null, category: string): SilverClaim | null {
  if (fineness === null && (category === 'care' || category === 'service')) return null
  const text = name.normalize('NFKC').toUpperCase()
  if (saysFine.test(text) && (fineness ?? 0) < fine) return 'fine'
  for (const [, digits = ''] of text.matchAll(numbered)) {
    if (Math.min(fine, Number(digits)) !== fineness) return 'numbered'
  }
  if (saysSterling.test(text) && (fineness ?? 0) < sterling) return 'numbered'
  return fineness !== null && fineness < sterling && alone.test(text.replaceAll(numbered, ''))
    ? 'alone'
    : null
}
