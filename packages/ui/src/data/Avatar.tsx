import { useState } from 'react'
import { classNames } from '../class-names.ts'
import styles from './Avatar.module.css'

type AvatarProps = {
  /** Its first letter stands in while there is no picture. */
  name: string
  src?: string | null | undefined
  size?: 26 | 36 | 40 | 52 | 64 | 96
  /** The conic silver ring around the picture. */
  ring?: boolean
}

/** Decorates a name that stands beside it, so it is silent. */
export function Avatar({ name, src, size = 40, ring = false }: AvatarProps) {
  const [broken, setBroken] = useState<string>()
  // By code point, or the first of a rare kanji beyond the first plane would be half a character.
  const initial = String.fromCodePoint(name.trim().codePointAt(0) ?? 0x20)
  return (
    <span
      className={classNames(styles.avatar, ring && styles.ring)}
      style={{ width: size, height: size, fontSize: size * 0.42, padding: ring ? (size >= 64 ? 3 : 2) : 0 }}
      aria-hidden="true"
    >
      {src && src !== broken ? (
        <img
          className={styles.picture}
          src={src}
          alt=""
          width={size}
          height={size}
          decoding="async"
          onError={() => setBroken(src)}
        />
      ) : (
        <span className={styles.initial}>{initial}</span>
      )}
    </span>
  )
}
