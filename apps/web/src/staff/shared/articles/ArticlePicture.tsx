import type { Sku } from '@shirogane/contract/resources/brand/skus'
import { ObjectPicture } from '@shirogane/ui/icons/ObjectPicture'
import { useState } from 'react'
import styles from './ArticlePicture.module.css'

/**
 * An article as it is seen in a list: its photograph, or the drawing that stands for it. The place is as large before the
 * photograph has come as after it; one that does not come, or is not there any more, leaves the drawing.
 */
export function ArticlePicture({
  picture,
  photo,
  size,
}: {
  picture: Sku['picture']
  /** Where the small photograph is; null where there is none. */
  photo: string | null
  size: number
}) {
  const [broken, setBroken] = useState<string | null>(null)
  if (photo === null || photo === broken) return <ObjectPicture name={picture} size={size} tile />
  return (
    <img
      className={styles.photo}
      src={photo}
      alt=""
      width={size}
      height={size}
      loading="lazy"
      decoding="async"
      onError={() => setBroken(photo)}
    />
  )
}
