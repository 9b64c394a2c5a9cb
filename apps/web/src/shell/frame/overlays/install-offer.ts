/** The browser's own offer to put the app on the home screen. It comes early and once, so it is caught at the start. */
export type InstallOffer = Event & {
  prompt(): Promise<void>
  userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>
}

export const caughtOffer = {
  offer: null as InstallOffer | null,
  changed: () => {},
}

export function watchForInstall(): void {
  const take = (offer: InstallOffer | null) => {
    caughtOffer.offer = offer
    caughtOffer.changed()
  }
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    take(event as InstallOffer)
  })
  addEventListener('appinstalled', () => take(null))
}
