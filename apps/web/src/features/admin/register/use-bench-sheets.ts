import type { KeypadKey } from '@shirogane/ui/keypad-keys'
import { type RefObject, useRef, useState } from 'react'
import { useSearchParam, useSheet } from '../../../lib/navigation.tsx'
import type { Target, Weighing } from './LineSheets.tsx'
import type { CommandListener } from './use-commands.ts'
import type { Notice } from './till-state.ts'
import type { Till } from './till.ts'
import { useNoneLeft } from './use-none-left.tsx'

export type BenchSheets = ReturnType<typeof useBenchSheets>

/** Everything that may lie over the bench, and who hears keys and commands meanwhile. */
export function useBenchSheets(till: Till, notice: Notice | null) {
  const sheets = {
    camera: useSheet('scan'),
    code: useSheet('code'),
    amount: useSheet('amount'),
    goods: useSheet('goods'),
    confirm: useSheet('confirm'),
    shortcuts: useSheet('shortcuts'),
    later: useSheet('later'),
    held: useSheet('held'),
    drawer: useSheet('drawer'),
    line: useSheet('line'),
    discount: useSheet('discount'),
    weight: useSheet('weight'),
  }
  const [target, setTarget] = useState<Target | null>(null)
  const [weighing, setWeighing] = useState<Weighing | null>(null)
  const [isClearing, askToClear] = useState(false)
  const noneLeft = useNoneLeft(till)
  /** The keypad of the sheet that is open, where it has one. */
  const keys: RefObject<((key: KeypadKey) => () => void) | null> = useRef(null)
  const commands: CommandListener = useRef(null)
  /** The law stops the sale until it is written down who pays. */
  const needsCashCheck = notice?.kind === 'refused' && notice.code === 'CASH_KYC_REQUIRED'
  // Whichever it is: keys and figures are its own while it is there.
  const isAnyOpen =
    useSearchParam('sheet') !== undefined ||
    isClearing ||
    noneLeft.isAsking ||
    notice?.kind === 'unverified' ||
    notice?.kind === 'kyc_visit' ||
    needsCashCheck

  return {
    ...sheets,
    isAnyOpen,
    needsCashCheck,
    isClearing,
    askToClear,
    noneLeft,
    keys,
    commands,
    target,
    weighing,
    setWeighing,
    /** What may be changed of one line, or of the whole sale. */
    openLine: (key: string) => {
      setTarget({ key })
      sheets.line.open()
    },
    openDiscount: () => {
      setTarget({ key: null })
      sheets.discount.open()
    },
    openWeight: (next: Weighing) => {
      setWeighing(next)
      sheets.weight.open()
    },
  }
}
