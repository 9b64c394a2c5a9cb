import { useSyncExternalStore } from 'react'

/** What one till device remembers for itself, whoever works at it. */
type DeviceKey = 'shirogane.register' | 'shirogane.scan_sound'

const listeners = new Set<() => void>()

function read(key: DeviceKey): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function write(key: DeviceKey, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    // The choice then lasts as long as the page shows it; nothing about money depends on it.
  }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
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

export function useScanSound(): boolean {
  return useDevice('shirogane.scan_sound') === 'on'
}

export function scanSoundIsOn(): boolean {
  return read('shirogane.scan_sound') === 'on'
}

export function setScanSound(on: boolean): void {
  write('shirogane.scan_sound', on ? 'on' : 'off')
}
