import { ObjectPicture } from '@shirogane/ui/icons/ObjectPicture'
import styles from './RollingRing.module.css'

/** A ring that rolled away: the picture of a page that is not there. */
export function RollingRing() {
  return (
    <span className={styles.picture} aria-hidden="true">
      <svg className={styles.scene} viewBox="0 0 300 220" width="300" height="220" fill="none">
        <defs>
          <radialGradient id="rolling-disc" cx=".42" cy=".36">
            <stop offset="0" className={styles.discLight} />
            <stop offset=".72" className={styles.discMiddle} />
            <stop offset="1" className={styles.discEdge} />
          </radialGradient>
          <radialGradient id="rolling-shadow">
            <stop offset="0" stopColor="#5c6369" stopOpacity=".55" />
            <stop offset="1" stopColor="#5c6369" stopOpacity="0" />
          </radialGradient>
        </defs>
        <circle cx="164" cy="98" r="88" fill="url(#rolling-disc)" />
        <path
          className={styles.track}
          d="M18 192c14-46 40-46 54 0 10-30 30-30 40 0 7-16 18-16 25-2"
          strokeWidth="2.2"
          strokeDasharray=".1 7"
          strokeLinecap="round"
        />
        <ellipse cx="196" cy="197" rx="52" ry="6" fill="url(#rolling-shadow)" />
        <path className={styles.glint} d="M258 44l3 8.500 8.500 3-8.500 3-3 8.500-3-8.500-8.500-3 8.500-3z" />
        <path
          className={styles.glintPale}
          d="M92 62l1.800 5.200 5.200 1.800-5.200 1.800L92 76l-1.800-5.200-5.200-1.800 5.200-1.800z"
        />
      </svg>
      <span className={styles.ring}>
        <ObjectPicture name="thinRing" size={136} />
      </span>
    </span>
  )
}
