import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useGo, useSearchParam, useSheet } from '../../../shell/navigation/navigation.tsx'
import { paths } from '../../../shell/navigation/paths.ts'
import { refetch } from '../../../shell/queries/queries.ts'
import type { KeyListener } from '../scan/use-commands.ts'
import type { Target } from '../cart/LineSheets.tsx'
import type { ScanListener } from '../scan/ReadSheet.tsx'
import type { CommandListener } from '../scan/use-commands.ts'
import { isQuestion, obstacleOf } from '../machine/sale-state.ts'
import type { SaleState } from '../machine/sale-state.ts'
import type { SaleMachine } from '../machine/sale-machine.ts'
import { useConfirmSale } from '../complete/use-confirm-sale.ts'
import { useNoneLeft } from '../cart/use-none-left.tsx'
import { useScale } from '../cart/use-scale.ts'

const closingMs = 300

export type RegisterSheets = ReturnType<typeof useRegisterSheets>

/** Everything that may lie over the register, and who hears keys and commands meanwhile. */
export function useRegisterSheets(machine: SaleMachine, state: SaleState) {
  const { notice, phase, member, lines } = state
  const go = useGo()
  const sheets = {
    camera: useSheet('scan'),
    code: useSheet('code'),
    amount: useSheet('amount'),
    articles: useSheet('goods'),
    favourites: useSheet('favourites'),
    confirm: useSheet('confirm'),
    shortcuts: useSheet('shortcuts'),
    deferred: useSheet('later'),
    held: useSheet('held'),
    lost: useSheet('lost'),
    line: useSheet('line'),
    discount: useSheet('discount'),
    weight: useSheet('weight'),
  }
  // What a code leads to takes the place of the sheet that read it, or of the confirmation over which it was read:
  // after closing it, the clerk does not want that one again.
  const isReading = sheets.camera.isOpen || sheets.code.isOpen || sheets.confirm.isOpen
  const [target, setTarget] = useState<Target | null>(null)
  const scale = useScale(machine, lines, isReading)
  const [isClearing, askToClear] = useState(false)
  const noneLeft = useNoneLeft(machine)
  /** The keypad of the sheet that is open, where it has one. */
  const keys: KeyListener = useRef(null)
  const commands: CommandListener = useRef(null)
  const scans: ScanListener = useRef(null)
  /** The law stops the sale until it is written down who pays. */
  const isRefusedHere = notice?.kind === 'refused' && notice.code === 'DEVICE_NOT_ENROLLED'
  useEffect(() => {
    // The page stands as a register that it is no more, and says so from now on.
    if (isRefusedHere) refetch('users.employeeDetails')
  }, [isRefusedHere])
  const needsCashCheck = notice?.kind === 'refused' && notice.code === 'CASH_KYC_REQUIRED'
  // An address may mean nothing any more, after a reload or a step forth: a line that was not chosen or that is gone,
  // or a bill that is not paid without its member. A sheet that cannot be seen must not keep the keys from the
  // register.
  const obstacle = obstacleOf(state)
  const isConfirmShown = useConfirmSale(state, sheets.confirm)
  const isGone = (key: string | null) => key !== null && !lines.some((line) => line.key === key)
  const lost = [
    ...(target === null || isGone(target.key) ? [sheets.line, sheets.discount] : []),
    ...(obstacle !== null && obstacle !== 'busy' ? [sheets.confirm] : []),
    ...(phase.name === 'editing' && member === null ? [sheets.deferred] : []),
  ].find(({ isOpen }) => isOpen)
  const open = useSearchParam('sheet')
  const lostSheet = lost === undefined ? undefined : open
  const closeLost = useEffectEvent(() => lost?.close())
  useEffect(() => {
    if (lostSheet === undefined) return undefined
    // One that is just being closed is still in the address for a moment.
    const timer = setTimeout(() => closeLost(), closingMs)
    return () => clearTimeout(timer)
  }, [lostSheet])
  const isAsked = isClearing || noneLeft.isAsking || isQuestion(notice)
  const isAnyOpen = open !== undefined || isAsked

  return {
    ...sheets,
    ...scale,
    isAnyOpen,
    isConfirmShown,
    /** Nothing that was read over the confirmation asks something first. */
    isConfirmOnTop: isConfirmShown && !isAsked,
    needsCashCheck,
    isAboutPerson: isQuestion(notice),
    isClearing,
    askToClear,
    noneLeft,
    keys,
    commands,
    scans,
    target,
    /** What may be changed of one line, or of the whole sale. */
    openLine: (key: string) => {
      setTarget({ key })
      sheets.line.open()
    },
    openDiscount: () => {
      setTarget({ key: null })
      sheets.discount.open()
    },
    openReceipt: (number: string) => go(paths.adminRegister('refund', { q: number }), { replace: isReading }),
  }
}
