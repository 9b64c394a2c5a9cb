import { caughtOffer as caught } from './install-offer.ts'

const visitsKey = 'shirogane.visits'
const visitKey = 'shirogane.visit'
export const paidKey = 'shirogane.has_paid'
export const askedKey = 'shirogane.install_asked_at'
const restMs = 30 * 86_400_000

const listeners = new Set<() => void>()

function notify(): void {
  for (const listener of listeners) listener()
}
caught.changed = notify

function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function write(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    // Without storage the app is never offered, which is the quieter mistake.
  }
}

/** A reload is no new visit. */
export function noteVisit(): void {
  try {
    if (sessionStorage.getItem(visitKey) !== null) return
    sessionStorage.setItem(visitKey, '1')
    write(visitsKey, String(Number(read(visitsKey) ?? 0) + 1))
  } catch {
    // Visits are then not counted.
  }
}

export function noteFirstPayment(): void {
  write(paidKey, '1')
}

export function onInstall(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export type InstallWay = 'offer' | 'safari' | null

function isInstalled(): boolean {
  return (
    matchMedia('(display-mode: standalone)').matches ||
    (navigator as { standalone?: boolean }).standalone === true
  )
}

/** Only phones and tablets of one maker have this property, and only their own browser can install. */
function isSafariOnPhone(): boolean {
  return (
    'standalone' in navigator &&
    /iP(?:hone|ad|od)|Macintosh/.test(navigator.userAgent) &&
    navigator.maxTouchPoints > 1
  )
}

/** How the app can be installed now, or null: it is, it cannot be, or it is too early to ask. */
export function installWay(): InstallWay {
  if (isInstalled()) return null
  const isKnown = Number(read(visitsKey) ?? 0) >= 2 || read(paidKey) !== null
  if (!isKnown || Date.now() - Number(read(askedKey) ?? 0) < restMs) return null
  if (caught.offer !== null) return 'offer'
  return isSafariOnPhone() ? 'safari' : null
}

export function postponeInstall(): void {
  write(askedKey, String(Date.now()))
  notify()
}

/** Must run within the tap: the browser asks for nothing else. */
export async function installApp(): Promise<void> {
  const given = caught.offer
  caught.offer = null
  if (given !== null) {
    await given.prompt()
    await given.userChoice
  }
  postponeInstall()
}
