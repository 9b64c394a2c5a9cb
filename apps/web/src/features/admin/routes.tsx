import type { ComponentType } from 'react'

/** The pages of the staff's area that exist. Only staff download this list. */
export const adminRoutes: readonly { path: string; screen: () => Promise<{ default: ComponentType }> }[] = [
  { path: '/admin', screen: () => import('./home/AdminHomeScreen.tsx') },
  { path: '/admin/register', screen: () => import('./register/RegisterScreen.tsx') },
  { path: '/admin/qr', screen: () => import('./register/qr/QrScreen.tsx') },
  { path: '/admin/close', screen: () => import('./close/CloseScreen.tsx') },
  { path: '/admin/inventory', screen: () => import('./inventory/InventoryScreen.tsx') },
  { path: '/admin/inventory/{id}', screen: () => import('./inventory/ItemScreen.tsx') },
]
