import { roleLabels } from '@shirogane/contract/terms/role-words'
import { holds } from '@shirogane/contract/wire/rights'
import '../shared/calls.ts'
import { AdminRail } from '@shirogane/ui/layout/AdminRail'
import { AdminShell } from '@shirogane/ui/layout/AdminShell'
import { AdminStrip } from '@shirogane/ui/layout/AdminStrip'
import { classNames } from '@shirogane/ui/class-names'
import { Icon } from '@shirogane/ui/icons/Icon'
import { iconHome } from '@shirogane/ui/icons/icons'
import { iconChevd, iconLogout } from '@shirogane/ui/icons/icons-lazy'
import { iconPark } from '@shirogane/ui/icons/icons-staff'
import { PillButton, pillClass } from '@shirogane/ui/actions/PillButton'
import { Segmented } from '@shirogane/ui/inputs/Segmented'
import { useQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { useEffect } from 'react'
import {
  AppLink,
  linkTo,
  useGo,
  usePathname,
  useSearchParam,
  useSheet,
} from '../../shell/navigation/navigation.tsx'
import { paths } from '../../shell/navigation/paths.ts'
import { useSession } from '../../shell/session/session.ts'
import { lightOnly } from '../../shared/device/theme.ts'
import { useConnectionNews } from '../../shell/realtime/use-connection-news.ts'
import { chooseRegister, useRegisterChoice } from '../shared/device/device.ts'
import { useChosenStore } from '../shared/device/chosen-store.ts'
import { waitingApprovalsQuery } from '../approvals/queries.ts'
import { useLiveApprovals } from '../approvals/use-live-approvals.ts'
import { lazySheet } from '../shared/lazy-parts.tsx'
import { staffQuery } from '../shared/queries.ts'
import { registerModes, useRegisterMode } from '../register/modes.tsx'
import { useWaitingCarts } from '../register/parked/use-waiting-carts.ts'
import { useScannerIsConnected } from '../shared/scanner/scanner-state.ts'
import { StaffMenu } from './StaffMenu.tsx'
import { useIdleLock } from '../employees/use-idle-lock.ts'
import { text } from '../shared/text.ts'
import { UpdateQuestion } from './UpdateQuestion.tsx'
import { railOf } from '../shared/menu/menu-links.ts'
import styles from './AdminLayout.module.css'

const StoreSheet = lazySheet(() => import('./StoreSheet.tsx').then((module) => module.StoreSheet))
const SwitchSheet = lazySheet(() =>
  import('../employees/SwitchSheet.tsx').then((module) => module.SwitchSheet),
)
const LogoutDialog = lazySheet(() =>
  import('../shared/logout/LogoutDialog.tsx').then((module) => module.LogoutDialog),
)
const DeviceSheet = lazySheet(() => import('../office/DeviceSheet.tsx').then((module) => module.DeviceSheet))
const PinSheet = lazySheet(() => import('../employees/PinSheet.tsx').then((module) => module.PinSheet))

/** Rail, strip and page of the staff's area. It is light in every shop, because shop lighting is. */
// oxlint-disable-next-line import/no-default-export -- the router loads it like a screen, when a member of staff comes
export default function AdminLayout() {
  const pathname = usePathname()
  const isRegister = pathname === paths.adminRegister()
  const view = useSearchParam('view')
  const type = useSession().auth?.employee?.type
  useEffect(() => lightOnly(), [])
  const leaving = useSheet('logout')
  const at = (to: string) => pathname === to || (to !== paths.admin() && pathname.startsWith(`${to}/`))
  const item = (label: string, icon: typeof iconHome, to: string) => ({
    label,
    icon,
    current: at(to),
    render: linkTo(to),
  })
  // The second screen is turned to the customer: it has nothing of the brand's around it.
  if (isRegister && view === 'customer') return <Outlet />
  return (
    <AdminShell
      rail={
        <AdminRail
          label={text.navigation}
          renderHome={linkTo(paths.admin())}
          items={[
            item(text.home, iconHome, paths.admin()),
            ...(type === undefined ? [] : railOf(type).map(({ label, icon, to }) => item(label, icon, to))),
          ]}
          last={{
            label: text.logout,
            icon: iconLogout,
            render: (link) => <button type="button" {...link} onClick={() => leaving.open()} />,
          }}
        />
      }
      strip={<Strip isRegister={isRegister} />}
      fillsScreen={isRegister}
    >
      <main id="main" className={styles.page}>
        <Outlet />
      </main>
      <StaffSheets />
    </AdminShell>
  )
}

/** Sheets that belong to the person who stands here and not to the page: they open over all pages. */
function StaffSheets() {
  const changing = useSheet('store')
  const taking = useSheet('staff')
  const lock = useSheet('lock')
  const pin = useSheet('pin')
  const leaving = useSheet('logout')
  const device = useSheet('device')
  const storeId = useQuery(staffQuery()).data?.store_id ?? null
  useIdleLock(lock.isOpen, lock.open)
  useLiveApprovals()
  return (
    <>
      {changing.isOpen && <StoreSheet onClose={changing.close} />}
      {taking.isOpen && <SwitchSheet isLocked={false} onClose={taking.close} />}
      {lock.isOpen && <SwitchSheet isLocked onClose={lock.close} />}
      {pin.isOpen && <PinSheet onClose={pin.close} />}
      {device.isOpen && storeId !== null && <DeviceSheet storeId={storeId} onClose={device.close} />}
      {leaving.isOpen && <LogoutDialog onClose={leaving.close} />}
      <UpdateQuestion />
    </>
  )
}

function Strip({ isRegister }: { isRegister: boolean }) {
  const staff = useQuery(staffQuery())
  const news = useConnectionNews()
  const chosen = useChosenStore()
  const isReading = usePathname() === paths.adminQr()
  const store = staff.data?.store
  // Whose page it is stands there already, and its name is still to come.
  const isUnnamed = staff.data === undefined || (chosen.id !== undefined && chosen.name === undefined)
  // The register itself says what it cannot do without a network.
  const shownNews = isRegister ? null : news
  return (
    <AdminStrip
      title={store?.name ?? (isUnnamed ? '' : (chosen.name ?? text.noStore))}
      start={
        store && (
          <span className={classNames(styles.register, shownNews !== null && styles.givesWay)}>
            <RegisterChoice registers={store.registers} />
          </span>
        )
      }
      middle={isRegister && store != null && <ModeSwitch />}
      end={
        <>
          {/* Takes the place of the waiting approvals, which cannot be decided meanwhile. */}
          {shownNews !== null && <span className={pillClass(styles.news)}>{shownNews}</span>}
          {news === null && staff.data?.permissions.includes('approve') === true && <WaitingApprovals />}
          {isRegister && store != null && <HeldCarts registers={store.registers} />}
          {/* Both at once, or the one would push the other aside. */}
          {staff.data && (isRegister || isReading) && <ScannerState givesWay={shownNews !== null} />}
          {staff.data && (
            <StaffMenu
              name={staff.data.name}
              number={staff.data.number}
              role={roleLabels[staff.data.type]}
              isInStore={staff.data.store_id !== null}
              isRegister={isRegister}
              mayChangeStore={chosen.stores.length > 1}
              keepsDevices={staff.data.store_id !== null && holds(staff.data.type, 'devices')}
            />
          )}
        </>
      }
    />
  )
}

/** Each turn is an entry of the history, so that the back button returns to the sale that waits. */
function ModeSwitch() {
  const mode = useRegisterMode()
  const go = useGo()
  return (
    <Segmented
      className={styles.modes}
      label={text.mode}
      options={registerModes.map(({ key, label }) => ({ value: key, label }))}
      value={mode.key}
      onChange={(key) => go(paths.adminRegister(key === 'sale' ? undefined : key))}
    />
  )
}

function RegisterChoice({
  registers,
}: {
  registers: readonly { id: string; number: number; name: string }[]
}) {
  const chosen = useRegisterChoice(registers)
  if (registers.length <= 1) {
    return chosen && <span className={styles.number}>{text.registerNumber(chosen.number)}</span>
  }
  return (
    <span className={styles.choice}>
      <select
        className={styles.select}
        aria-label={text.chooseRegister}
        value={chosen?.id ?? ''}
        onChange={(event) => chooseRegister(event.target.value)}
      >
        {registers.map((register) => (
          <option key={register.id} value={register.id}>
            {text.registerNumber(register.number)}
          </option>
        ))}
      </select>
      <Icon shape={iconChevd} size={16} />
    </span>
  )
}

/** A colleague waits for an approval: staff who may give one see that from every page. */
function WaitingApprovals() {
  const waiting = useQuery(waitingApprovalsQuery())
  const count = waiting.data?.total ?? 0
  if (count === 0) return null
  return (
    <span role="status">
      <AppLink to={paths.adminTab('approvals')} className={pillClass(styles.waiting)}>
        {text.approvalsWaiting(count)}
      </AppLink>
    </span>
  )
}

/** How many carts wait, and the way to them from every mode of the register. */
function HeldCarts({ registers }: { registers: readonly { id: string; number: number; name: string }[] }) {
  const chosen = useRegisterChoice(registers)
  const waiting = useWaitingCarts(chosen?.id ?? '')
  const held = useSheet('held')
  const isSale = useRegisterMode().key === 'sale'
  const go = useGo()
  return (
    <PillButton
      icon={iconPark}
      count={waiting}
      disabled={chosen === null}
      // In another mode the carts are not at hand: one that is called back is sold.
      onClick={() => (isSale ? held.open() : go(paths.adminRegister(undefined, { sheet: 'held' })))}
    >
      <span className={styles.heldName}>{text.held}</span>
    </PillButton>
  )
}

function ScannerState({ givesWay }: { givesWay: boolean }) {
  const isConnected = useScannerIsConnected()
  return (
    <span className={pillClass(classNames(styles.scanner, givesWay && styles.givesWay))}>
      <span className={classNames(styles.dot, isConnected && styles.on)} aria-hidden="true" />
      <span className={styles.scannerName}>{text.scanner}</span>
      <span>{isConnected ? text.scannerOn : text.scannerOff}</span>
    </span>
  )
}
