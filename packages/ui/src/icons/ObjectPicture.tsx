import bangle from '../assets/objects/bangle.svg?no-inline'
import cloth from '../assets/objects/cloth.svg?no-inline'
import cup from '../assets/objects/cup.svg?no-inline'
import dish from '../assets/objects/dish.svg?no-inline'
import hairpin from '../assets/objects/hairpin.svg?no-inline'
import necklace from '../assets/objects/necklace.svg?no-inline'
import ring from '../assets/objects/ring.svg?no-inline'
import spoon from '../assets/objects/spoon.svg?no-inline'
import thinRing from '../assets/objects/thin-ring.svg?no-inline'
import styles from './ObjectPicture.module.css'

const pictures = { cup, ring, thinRing, bangle, spoon, necklace, hairpin, cloth, dish }

/** The catalogue's own words, and the thin ring of the brand: a sake cup, rings, a bangle, a spoon, a necklace, a hairpin, a care cloth, a small dish. */
export type ObjectName = keyof typeof pictures

/** One silver good. The picture is a file of its own, fetched when it is shown; `tile` lays it on the graphite product tile. */
export function ObjectPicture({
  name,
  size = 48,
  tile = false,
  alt = '',
}: {
  name: ObjectName
  size?: number
  tile?: boolean
  alt?: string
}) {
  if (!tile) return <img src={pictures[name]} alt={alt} width={size} height={size} decoding="async" />
  const inner = Math.round(size * 0.84)
  return (
    <span className={styles.tile} style={{ width: size, height: size, borderRadius: size >= 64 ? 10 : 12 }}>
      <img src={pictures[name]} alt={alt} width={inner} height={inner} decoding="async" />
    </span>
  )
}
