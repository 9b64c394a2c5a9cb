import { useSyncExternalStore } from 'react'

/** What one register device remembers for itself, independent of the person who works at it. */
type DeviceKey =
  | 'shirogane.register'
  | 'shirogane.store'
  | 'shirogane.scan_sound'
  | 'shirogane.paper'
  | 'shirogane.printer'

const listeners = new Set<() => void>()
/** Read once: another tab that changes its register must not change this one's in the middle of a sale. */
const known = new Map<DeviceKey, string | null>()

function read(key: DeviceKey): string | null {
  const found = known.get(key)
  if (found !== undefined) return found
  let value: string | null = null
  try {
    value = localStorage.getItem(key)
  } catch {
    // A browser that refuses storage has nothing chosen.
  }
  known.set(key, value)
  return value
}

function write(key: DeviceKey, value: string): void {
  known.set(key, value)
  try {
    localStorage.setItem(key, value)
  } catch {
    // The choice then lasts as long as the page does; nothing about money depends on it.
  }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function useDevice(key: DeviceKey): string | null {
  return useSyncExternalStore(
    subscribe,
    () => read(key),
    () => null,
  )
}

type Register = { id: string; number: number; name: string }

/** The register that this device is: the one chosen here before, else the store's first one. */
export function useRegisterChoice<R extends Register>(registers: readonly R[]): R | null {
  const chosen = useDevice('shirogane.register')
  return registers.find(({ id }) => id === chosen) ?? registers[0] ?? null
}

export function chooseRegister(id: string): void {
  write('shirogane.register', id)
}

/** The shop that head office has turned to at this device; null for all of them. */
export function useStoreChoice(): string | null {
  const chosen = useDevice('shirogane.store')
  return chosen === '' ? null : chosen
}

export function chooseStore(id: string | null): void {
  write('shirogane.store', id ?? '')
}

export function useScanSound(): boolean {
  return useDevice('shirogane.scan_sound') === 'on'
}

export function scanSoundIsOn(): boolean {
  return read('shirogane.scan_sound') === 'on'
}

export function setScanSound(on: boolean): void {
  write('shirogane.scan_sound', on ? 'on' : 'off')
}

/** The roll in this register's printer. */
export function usePaper(): '80' | '58' {
  return useDevice('shirogane.paper') === '58' ? '58' : '80'
}

export function paperWidth(): '80' | '58' {
  return read('shirogane.paper') === '58' ? '58' : '80'
}

export function choosePaper(width: '80' | '58'): void {
  write('shirogane.paper', width)
}

export type PrinterWay = 'usb' | 'serial'

/** How this device reaches its receipt printer; null where the browser's own printing does. */
export function usePrinterWay(): PrinterWay | null {
  return wayOf(useDevice('shirogane.printer'))
}

export function printerWay(): PrinterWay | null {
  return wayOf(read('shirogane.printer'))
}

function wayOf(stored: string | null): PrinterWay | null {
  return stored === 'usb' || stored === 'serial' ? stored : null
}

export function choosePrinterWay(way: PrinterWay | null): void {
  write('shirogane.printer', way ?? '')
}
