import type { FoundTransaction } from '@shirogane/contract/resources/sales/search'
import type { RegisterCustomer } from '@shirogane/contract/resources/shapes'
import type { FoundSku } from '@shirogane/contract/resources/brand/skus'
import { useAnnounce } from '@shirogane/ui/overlays/use-announce'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ApiError, call, messageOf } from '../../../shell/api/api.ts'
import { scanSoundIsOn } from '../../shared/device/device.ts'
import { skuSearchQuery } from '../../shared/queries.ts'
import { noRanges, salesQuery } from '../../sales/queries.ts'
import { readCode } from '../../shared/scanner/code.ts'
import { playBeep } from '../scan/sound.ts'
import { text } from './text.ts'

export type Reading =
  | { kind: 'member'; token: string; customer: RegisterCustomer }
  | { kind: 'unverified'; token: string }
  | { kind: 'receipt'; sale: FoundTransaction }
  | { kind: 'article'; sku: FoundSku }
  | { kind: 'unknown'; shown: string; message: string }

const shownCharacters = 32
const kept = 20

const labelOf = (reading: Reading): string => {
  if (reading.kind === 'member') return text.sama(reading.customer.name)
  if (reading.kind === 'unverified') return text.unverified
  if (reading.kind === 'receipt') return reading.sale.number
  return reading.kind === 'article' ? reading.sku.name : text.unknown
}

export type Past = { id: number; label: string; reading: Reading }

/**
 * What a code is, from the camera or from the scanner, and the last ones that were read. Nothing of it is kept on the
 * device.
 */
export function useReading(registerId: string | null) {
  const client = useQueryClient()
  const announce = useAnnounce()
  const [reading, setReading] = useState<Reading | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [past, setPast] = useState<readonly Past[]>([])
  const count = useRef(0)
  /** Counts what was read or chosen: the last one stands on the screen, and answers about earlier ones are ignored. */
  const last = useRef(0)

  async function meaningOf(raw: string): Promise<Reading> {
    const code = readCode(raw)
    const shown = raw.slice(0, shownCharacters)
    const unknown: Reading = { kind: 'unknown', shown, message: text.unknown }
    if (code.kind === 'unknown') return unknown
    if (code.kind === 'member') {
      try {
        const customer = await call('transactions.shownMember', {
          body: { token: code.token, ...(registerId !== null && { register_id: registerId }) },
        })
        return customer.verified
          ? { kind: 'member', token: code.token, customer }
          : { kind: 'unverified', token: code.token }
      } catch (error) {
        if (error instanceof ApiError && error.code === 'MEMBER_UNVERIFIED')
          return { kind: 'unverified', token: code.token }
        // A pay code is a secret while it lives: what is shown of a dead one is that it is dead.
        const isExpired = error instanceof ApiError && error.code === 'QR_EXPIRED'
        return { kind: 'unknown', shown: '', message: isExpired ? text.expired : messageOf(error) }
      }
    }
    if (code.kind === 'receipt') {
      const { items } = await client.fetchQuery(
        salesQuery({ ...noRanges, store_id: '', employee_id: '', skus: '', date: '', q: code.number }, 1),
      )
      const [sale] = items
      return sale === undefined ? unknown : { kind: 'receipt', sale }
    }
    const { items } = await client.fetchQuery(skuSearchQuery(code.code))
    const sku = items.find(
      (one) => one.barcode === code.code || one.sku.toLowerCase() === code.code.toLowerCase(),
    )
    return sku === undefined ? unknown : { kind: 'article', sku }
  }

  async function read(raw: string): Promise<void> {
    last.current += 1
    const mine = last.current
    setBusy(true)
    let next: Reading
    try {
      next = await meaningOf(raw)
    } catch (error) {
      next = { kind: 'unknown', shown: raw.slice(0, shownCharacters), message: messageOf(error) }
    }
    if (mine === last.current) show(next)
    const isRead = next.kind !== 'unknown'
    if (scanSoundIsOn()) playBeep(isRead ? 'read' : 'failed')
    announce(isRead ? labelOf(next) : text.unknown, isRead ? 'polite' : 'assertive')
    if (!isRead) return
    count.current += 1
    const entry = { id: count.current, label: labelOf(next), reading: next }
    setPast((now) => [entry, ...now].slice(0, kept))
  }

  function show(next: Reading | null): void {
    last.current += 1
    setBusy(false)
    setReading(next)
  }

  return { reading, isBusy, past, read, show }
}
