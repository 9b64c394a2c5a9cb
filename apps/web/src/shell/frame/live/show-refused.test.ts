import type { PurchaseRefused } from '@shirogane/contract/wire/events'
import { createMemoryHistory, createRootRoute, createRouter } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { showRefused } from './show-refused.ts'

const refused: PurchaseRefused = {
  event_id: '1',
  code: 'INSUFFICIENT_BALANCE',
  shortage: 300,
  code_held: true,
}

/** A phone that came from home to this address. */
async function phoneAt(address: string) {
  const history = createMemoryHistory({ initialEntries: ['/', address], initialIndex: 1 })
  const router = createRouter({
    routeTree: createRootRoute({ notFoundComponent: () => null }),
    history,
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  })
  await router.load()
  return { router, history }
}

test.each(['/qr', '/qr?view=qr', '/qr?view=barcode', '/qr?sheet=failed'])(
  'at %s the sheet takes the place of the code, and the way back leads where it led before',
  async (address) => {
    const { router, history } = await phoneAt(address)
    showRefused(router, refused)
    await expect.poll(() => router.state.location.href).toBe('/qr?sheet=failed')
    expect(router.state.location.state).toMatchObject({ refused })
    showRefused(router, { ...refused, event_id: '2', shortage: 7 })
    await expect.poll(() => router.state.location.state).toMatchObject({ refused: { shortage: 7 } })
    expect(history.length).toBe(2)
    history.back()
    await expect.poll(() => history.location.href).toBe('/')
  },
)

test.each(['/', '/user/buy', '/transactions', '/qr?view=done&id=own', '/admin/register'])(
  'at %s nothing is taken from its reader',
  async (address) => {
    const { router } = await phoneAt(address)
    showRefused(router, refused)
    await router.load()
    expect(router.state.location.href).toBe(address)
  },
)
