import styles from './Spinner.module.css'
import { classNames } from '../class-names.ts'

export function Spinner({ size = 18, className }: { size?: number; className?: string | undefined }) {
  return (
    <svg
      className={classNames(styles.spinner, className)}
      width={size}
      height={size}
      viewBox="0 0 18 18"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.25"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <circle cx="9" cy="9" r="7" opacity=".28" />
      <path d="M9 2a7 7 0 0 1 7 7" />
    </svg>
  )
}
