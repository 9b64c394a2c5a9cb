const address = '/sw.js'

/**
 * The page's policy lets no script come from an address that is put together while it runs; where a browser knows such
 * policies (Trusted Types), this rule is the one way to name one, and it names the worker alone.
 */
const scripts = window.trustedTypes?.createPolicy('app', { createScriptURL: () => address })

/** Installs the worker, or finds it installed. A browser that refuses workers runs the app from the network. */
export async function installWorker(): Promise<ServiceWorkerRegistration | null> {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return null
  const script = scripts?.createScriptURL(address) ?? address
  return navigator.serviceWorker.register(script, { scope: '/', updateViaCache: 'none' }).catch(() => null)
}
