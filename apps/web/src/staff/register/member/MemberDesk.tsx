import { limits } from '@shirogane/contract/rules/limits'
import { Button } from '@shirogane/ui/actions/Button'
import { Keypad } from '@shirogane/ui/inputs/Keypad'
import { amountAfterKey, keypadKeyOf } from '@shirogane/ui/inputs/keypad-keys'
import type { KeypadKey } from '@shirogane/ui/inputs/keypad-keys'
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { useSearchParam, useSheet } from '../../../shell/navigation/navigation.tsx'
import { takeForwardedCode } from '../../shared/scanner/forwarded.ts'
import { useScanner } from '../../shared/scanner/use-scanner.ts'
import { ReadSheet, type ScanListener } from '../scan/ReadSheet.tsx'
import { text as registerText } from '../text.ts'
import { useFiguresOnly } from '../tender/use-figures-only.ts'
import { text } from './text.ts'
import type { MemberReader } from './use-member.ts'
import styles from './member.module.css'

type Props = {
  reader: MemberReader
  /** What the keypad writes: yen or points. */
  amount: number
  onAmount: (amount: number) => void
  /** A question about this act is open: keys and codes belong to it. */
  isAsking: boolean
  /** Who it is for, and why. */
  about: ReactNode
  /** Over the keypad. */
  display: ReactNode
  problem: string | null
  /** What the clerk should know before they confirm. */
  note?: string | null
  /** What is missing still, in the words of the button; null when the act can be confirmed. */
  obstacle: string | null
  confirmLabel: string
  onConfirm: () => void
}

/** One amount for a member who stands here: their code by scanner, camera or figures, the keypad, and one button. */
export function MemberDesk({ reader, amount, onAmount, isAsking, problem, ...props }: Props) {
  const scan = useSheet('scan')
  const code = useSheet('code')
  const scans: ScanListener = useRef(null)
  const figuresOnly = useFiguresOnly()
  // The member who was just read is not the one who is shown, until they are known.
  const obstacle = reader.isReading ? registerText.memberLoading : props.obstacle
  const isSheetOpen = useSearchParam('sheet') !== undefined || isAsking

  // A code that was read on another page belongs here as if it had just been read.
  const takeWaiting = useEffectEvent(() => {
    const waiting = takeForwardedCode()
    if (waiting !== null) void reader.read(waiting)
  })
  useEffect(() => takeWaiting(), [])

  // Several keys may come at once, between two drawings of the screen.
  const latest = useRef(amount)
  useEffect(() => {
    latest.current = amount
  }, [amount])
  const put = (next: number) => {
    latest.current = next
    onAmount(next)
  }
  const press = (key: KeypadKey) => put(amountAfterKey(latest.current, key, limits.amountMax))
  useScanner({
    onScan: (scanned) => void (scans.current ?? reader.read)(scanned),
    onTyped: (characters) => {
      if (isSheetOpen) return () => {}
      // Between thousands a comma stands for nothing.
      const keys = [...characters].filter((character) => character !== ',')
      const digits = keys.filter((character) => /\d/.test(character)) as KeypadKey[]
      const before = latest.current
      put(digits.reduce((all, digit) => amountAfterKey(all, digit, limits.amountMax), before))
      const leaveUnsaid = digits.length < keys.length ? figuresOnly() : null
      return () => {
        put(before)
        leaveUnsaid?.()
      }
    },
    isPaused: isAsking,
  })
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isSheetOpen) return
    if (event.key === 'F9') {
      event.preventDefault()
      code.open()
    } else if (event.key === 'F12') {
      event.preventDefault()
      if (obstacle === null) props.onConfirm()
    } else if (!(event.target instanceof HTMLInputElement)) {
      const key = keypadKeyOf(event)
      if (key !== 'erase' && key !== 'clear') return
      event.preventDefault()
      press(key)
    }
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])

  return (
    <div className={styles.screen}>
      <div className={styles.left}>{props.about}</div>
      <div className={styles.right}>
        {props.display}
        <Keypad label={text.keypad} onKey={press} />
        {problem !== null && (
          <p role="alert" className={styles.problem}>
            {problem}
          </p>
        )}
        {props.note != null && <p className={styles.small}>{props.note}</p>}
        <Button block size="pos" disabled={obstacle !== null} onClick={props.onConfirm}>
          {obstacle ?? props.confirmLabel}
        </Button>
      </div>
      <ReadSheet
        isOpen={scan.isOpen || code.isOpen}
        withCamera={scan.isOpen}
        onCamera={scan.openInstead}
        scans={scans}
        // Only the one that is open: to close is a step back, and two steps would leave the page.
        onClose={() => (scan.isOpen ? scan : code).close()}
        take={async (raw) => ((await reader.read(raw)) ? { kind: 'member' } : { kind: 'unknown' })}
      />
    </div>
  )
}
