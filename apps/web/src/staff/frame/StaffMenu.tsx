import { Avatar } from '@shirogane/ui/data/Avatar'
import { Icon } from '@shirogane/ui/icons/Icon'
import { iconExt, iconStore, iconSwap } from '@shirogane/ui/icons/icons'
import { iconChevd, iconLock, iconLogout } from '@shirogane/ui/icons/icons-lazy'
import { pillClass } from '@shirogane/ui/actions/PillButton'
import { Switch } from '@shirogane/ui/inputs/Switch'
import { useId, useRef } from 'react'
import { AppLink, useSheet } from '../../shell/navigation/navigation.tsx'
import { paths } from '../../shell/navigation/paths.ts'
import { setScanSound, useScanSound } from '../shared/device/device.ts'
import { text } from '../shared/text.ts'
import styles from './AdminLayout.module.css'

/** Who stands here, and what belongs to them and not to the page. */
export function StaffMenu({
  name,
  number,
  role,
  isInStore,
  isRegister,
  mayChangeStore,
  keepsDevices,
}: {
  name: string
  number: string
  role: string
  isInStore: boolean
  isRegister: boolean
  mayChangeStore: boolean
  keepsDevices: boolean
}) {
  const id = useId()
  const menu = useRef<HTMLDivElement>(null)
  const sheets = {
    store: useSheet('store'),
    staff: useSheet('staff'),
    pin: useSheet('pin'),
    drawer: useSheet('drawer'),
    commands: useSheet('commands'),
    device: useSheet('device'),
    logout: useSheet('logout'),
  }
  const pick = (sheet: keyof typeof sheets) => {
    menu.current?.hidePopover()
    sheets[sheet].open()
  }
  const hasSound = useScanSound()
  return (
    <>
      <button type="button" className={pillClass(styles.staff)} popoverTarget={id}>
        <Avatar name={name} size={26} />
        <span className={styles.staffName}>{name}</span>
        <span className="visuallyHidden">{text.staffMenu}</span>
        <Icon shape={iconChevd} size={16} />
      </button>
      <div ref={menu} id={id} popover="auto" className={styles.menu}>
        <p className={styles.who}>
          <b>{name}</b>
          <span>
            {role} <span className="figures">{number}</span>
          </span>
        </p>
        <Switch
          className={styles.menuItem}
          checked={hasSound}
          onChange={(event) => setScanSound(event.target.checked)}
        >
          {text.sound}
        </Switch>
        {mayChangeStore && (
          <button type="button" className={styles.menuItem} onClick={() => pick('store')}>
            {text.changeStore}
            <Icon shape={iconStore} size={18} />
          </button>
        )}
        {isInStore && (
          <button type="button" className={styles.menuItem} onClick={() => pick('staff')}>
            {text.switchStaff}
            <Icon shape={iconSwap} size={18} />
          </button>
        )}
        <button type="button" className={styles.menuItem} onClick={() => pick('pin')}>
          {text.setPin}
          <Icon shape={iconLock} size={18} />
        </button>
        {isRegister && (
          <>
            <button type="button" className={styles.menuItem} onClick={() => pick('drawer')}>
              {text.drawer}
            </button>
            <button type="button" className={styles.menuItem} onClick={() => pick('commands')}>
              {text.commands}
            </button>
            {keepsDevices && (
              <button type="button" className={styles.menuItem} onClick={() => pick('device')}>
                {text.device}
              </button>
            )}
            <a
              href={paths.adminRegister(undefined, { view: 'customer' })}
              target="shirogane-customer-display"
              className={styles.menuItem}
            >
              {text.customerDisplay}
              <Icon shape={iconExt} size={18} />
            </a>
          </>
        )}
        <AppLink to={paths.home()} className={styles.menuItem}>
          {text.customerApp}
          <Icon shape={iconExt} size={18} />
        </AppLink>
        <button type="button" className={styles.menuItem} onClick={() => pick('logout')}>
          {text.logout}
          <Icon shape={iconLogout} size={18} />
        </button>
      </div>
    </>
  )
}
