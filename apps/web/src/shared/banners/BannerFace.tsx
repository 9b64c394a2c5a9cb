import type { Banner } from '@shirogane/contract/resources/brand/public-pages'
import { ObjectPicture } from '@shirogane/ui/icons/ObjectPicture'
import styles from './BannerFace.module.css'

type Face = Pick<Banner, 'period' | 'title' | 'note' | 'picture' | 'image' | 'alt'>

/** A banner as home shows it: words beside a drawing, or head office's own picture with what it says for the ear. */
export function BannerFace({ banner }: { banner: Face }) {
  if (banner.image) {
    return (
      <span className={styles.frame}>
        <span className={styles.face}>
          <img className={styles.image} src={banner.image} alt={banner.alt} width={718} height={200} />
        </span>
      </span>
    )
  }
  return (
    <span className={styles.frame}>
      <span className={styles.face} data-on-dark="">
        <span className={styles.moon} aria-hidden="true" />
        <span className={styles.words}>
          <span className={styles.period}>{banner.period}</span>
          <b className={styles.title}>{banner.title}</b>
          <span className={styles.note}>{banner.note}</span>
        </span>
        <span className={styles.picture}>
          <ObjectPicture name={banner.picture} size={128} />
        </span>
      </span>
    </span>
  )
}
