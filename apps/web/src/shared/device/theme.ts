import { useSyncExternalStore } from 'react'

export type ThemeChoice = 'system' | 'light' | 'dark'

const key = 'shirogane.theme'
const listeners = new Set<() => void>()
const bars = { light: '#FFFFFF', dark: '#14181C' } as const
let barColor: string | null = null
let isLightOnly = false

function themeChoice(): ThemeChoice {
  try {
    const stored = localStorage.getItem(key)
    return stored === 'light' || stored === 'dark' ? stored : 'system'
  } catch {
    return 'system'
  }
}

function apply(): void {
  const choice = themeChoice()
  const isDark =
    !isLightOnly &&
    (choice === 'dark' || (choice === 'system' && matchMedia('(prefers-color-scheme: dark)').matches))
  document.documentElement.dataset['theme'] = isDark ? 'dark' : 'light'
  document
    .querySelector('meta[name="theme-color"]')
    ?.setAttribute('content', barColor ?? bars[isDark ? 'dark' : 'light'])
}

export function chooseTheme(choice: ThemeChoice): void {
  try {
    localStorage.setItem(key, choice)
  } catch {
    // The choice then lasts as long as the page.
  }
  apply()
  for (const listener of listeners) listener()
}

/** The colour of the browser's own bar while a screen with another ground is open; null gives it back. */
export function setBarColor(color: string | null): void {
  barColor = color
  apply()
}

/** Shows light in place of the chosen theme, until the function that it answers is called. */
export function lightOnly(): () => void {
  isLightOnly = true
  apply()
  return () => {
    isLightOnly = false
    apply()
  }
}

export function followDeviceTheme(): void {
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', apply)
}

export function useThemeChoice(): ThemeChoice {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    themeChoice,
    () => 'system',
  )
}
