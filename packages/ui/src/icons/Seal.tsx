import styles from './Seal.module.css'

/** The first letter of the brand in a squircle. The ink and its ground follow the theme, or the graphite the seal lies on. */
export function Seal({ size = 24 }: { size?: number }) {
  return (
    <svg className={styles.seal} width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <path
        className={styles.ground}
        d="M16 .5C27.5.5 31.5 4.5 31.5 16S27.5 31.5 16 31.5.5 27.5.5 16 4.5.5 16 .5Z"
      />
      <path
        className={styles.mark}
        transform="translate(6.4 5.2) scale(.8)"
        fill="none"
        strokeWidth="2.1"
        d="M5 6.8h14v14.4H5zM5 14h14M14.1 1.9 11.3 6.8"
      />
    </svg>
  )
}
