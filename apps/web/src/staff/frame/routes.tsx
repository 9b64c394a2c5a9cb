import '../shared/calls.ts'
import type { ComponentType } from 'react'

/** What stands around them. */
export const adminLayout = () => import('./AdminLayout.tsx')

/** The pages of the staff's area, by their addresses. Only staff download this list. */
export const adminScreens = {
  '/admin': () => import('../home/AdminHomeScreen.tsx'),
  '/admin/register': () => import('../register/RegisterScreen.tsx'),
  '/admin/qr': () => import('../register/qr/QrScreen.tsx'),
  '/admin/close': () => import('../close/CloseScreen.tsx'),
  '/admin/inventory': () => import('../inventory/InventoryScreen.tsx'),
  '/admin/inventory/{id}': () => import('../inventory/item/ItemScreen.tsx'),
} satisfies Record<string, () => Promise<{ default: ComponentType }>>
