import { Outlet } from '@tanstack/react-router'
import styles from './layouts.module.css'

export function BareLayout() {
  return (
    <main id="main" className={styles.bare}>
      <Outlet />
    </main>
  )
}
