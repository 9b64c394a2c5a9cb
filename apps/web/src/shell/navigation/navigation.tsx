import type { RenderLink } from '@shirogane/ui/actions/render-link'
import { useRouter, useRouterState } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { AnchorHTMLAttributes, MouseEvent, ReactElement } from 'react'
import { isKeptFromCamera } from '../../shared/camera/camera.ts'
import { paths } from './paths.ts'

type AppLinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & {
  to: string
  replace?: boolean
  state?: SheetState
}
/** What a link to a sheet leaves in the history, so that closing it goes back; the page below it stays where it is. */
type SheetState = { opened?: boolean }

function isPlainClick(event: MouseEvent<HTMLAnchorElement>): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
}

/** A link within the app. Touching it already fetches the screen behind it. */
export function AppLink({ to, replace = false, state, onClick, ...rest }: AppLinkProps): ReactElement {
  const router = useRouter()
  const preload = () => void router.preloadRoute({ to: to.split('?')[0] } as never).catch(() => {})
  return (
    <a
      {...rest}
      href={to}
      onPointerEnter={preload}
      onPointerDown={preload}
      onFocus={preload}
      onClick={(event) => {
        onClick?.(event)
        if (event.defaultPrevented || !isPlainClick(event)) return
        // The staff's area comes as a page of its own, so that its scanner finds the camera open in mid-sale.
        if (to.startsWith(paths.admin()) && isKeptFromCamera()) return
        event.preventDefault()
        void router.navigate({
          href: to,
          replace,
          ...(state && { state: state as never, resetScroll: false }),
        })
      }}
    />
  )
}

/** `render={linkTo(paths.qr())}`: hands a link of this app to a component that knows no router. */
export function linkTo(to: string, state?: SheetState): RenderLink {
  return (link) => <AppLink to={to} {...link} {...(state && { state })} />
}

export type Go = (
  to: string,
  /** `state: true` leaves in the history what is there. */
  options?: { replace?: boolean; resetScroll?: boolean; state?: SheetState | true },
) => void

export function useGo(): Go {
  const router = useRouter()
  return useCallback(
    (to, options) => {
      // The router's own type would know every route by name; ours are plain addresses from paths.ts.
      const target: object = { href: to, ...options }
      void router.navigate(target)
    },
    [router],
  )
}

export function useSearchParam(name: string): string | undefined {
  return useRouterState({
    select: ({ location }) => (location.search as Record<string, string | undefined>)[name],
  })
}

export function useSearch(): Readonly<Record<string, string | undefined>> {
  return useRouterState({ select: ({ location }) => location.search as Record<string, string | undefined> })
}

export function usePathname(): string {
  return useRouterState({ select: ({ location }) => location.pathname })
}

export function usePathParam(name: string): string | undefined {
  return useRouterState({
    select: ({ matches }) =>
      (matches.at(-1)?.params as Record<string, string | undefined> | undefined)?.[name],
  })
}

/** Back where the reader came from, or to the given page when they came by a link from outside. */
export function useBack(): (fallback: string) => void {
  const router = useRouter()
  return (fallback) => {
    if (router.history.canGoBack()) router.history.back()
    else void router.navigate({ href: fallback, replace: true })
  }
}

/** The entry that a step back is on its way from: until it has come, the history still shows the sheet. */
let left: { entry: string | undefined; at: number } = { entry: undefined, at: 0 }
const backMs = 1_000

/** The step back was called off: the next one on what closes the sheet is no second press. */
export function noteStayed(): void {
  left = { entry: undefined, at: 0 }
}

type Query = Readonly<Record<string, string | undefined>>

/** What lies over a page and has a part in its address. */
function useOver(name: string) {
  const router = useRouter()
  const value = useSearchParam(name)
  const addressWith = (query: Query) => {
    const search = new URLSearchParams(router.state.location.search as Record<string, string>)
    for (const [key, one] of Object.entries(query)) {
      if (one === undefined) search.delete(key)
      else search.set(key, one)
    }
    const text = search.toString()
    return router.state.location.pathname + (text === '' ? '' : `?${text}`)
  }
  return {
    value,
    open: (query: Query) =>
      void router.navigate({
        href: addressWith(query),
        state: { opened: true } as never,
        resetScroll: false,
      }),
    openInstead: (query: Query) =>
      void router.navigate({
        href: addressWith(query),
        state: true,
        replace: true,
        resetScroll: false,
      }),
    /** To what is under it: a step back where it was opened from there, and in the place of it after a link. */
    close: (isOpen: (value: string | null) => boolean, without: Query) => {
      // What the history holds already, though the page may not show it yet.
      const { search, state } = router.history.location
      if (!isOpen(new URLSearchParams(search).get(name))) return
      if ((state as SheetState).opened === true) {
        // A second press or a key that bounces would go a step further, and off the page.
        const now = performance.now()
        if (state.__TSR_key === left.entry && now - left.at < backMs) return
        left = { entry: state.__TSR_key, at: now }
        router.history.back()
      } else void router.navigate({ href: addressWith(without), replace: true, resetScroll: false })
    },
  }
}

/** A sheet is an entry of the history: the back button closes it, a link can open it, a reload keeps it. */
export function useSheet(name: string): {
  isOpen: boolean
  open: (query?: Record<string, string>) => void
  /** Opens in the place of the sheet that is open: what closes it goes back behind both. */
  openInstead: () => void
  /** Nothing happens where it is open no more: to go back then would close what came after it. */
  close: () => void
} {
  const over = useOver('sheet')
  return {
    isOpen: over.value === name,
    open: (query = {}) => over.open({ ...query, sheet: name }),
    openInstead: () => over.openInstead({ sheet: name }),
    close: () => over.close((value) => value === name, { sheet: undefined, id: undefined, code: undefined }),
  }
}

/** What of a list lies over it, by its id in the address: an entry of the history like a sheet. */
export function useOpenRow(): {
  openId: string | undefined
  open: (id: string) => void
  close: () => void
} {
  const over = useOver('id')
  return {
    openId: over.value,
    open: (id) => over.open({ id }),
    close: () => over.close((value) => value !== null, { id: undefined }),
  }
}
