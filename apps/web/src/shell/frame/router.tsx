import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  redirect,
} from '@tanstack/react-router'
import type { AnyRoute, ErrorRouteComponent } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { loadChunk } from '../navigation/chunks.ts'
import type { RoutePattern } from '../navigation/paths.ts'
import { readableSearch } from '../navigation/readable-search.ts'
import { sessionState, whoIs } from '../session/session.ts'
import { verdictOf } from './guards.ts'
import type { Guard } from './guards.ts'
import { BareLayout } from './layouts/BareLayout.tsx'
import { MainLayout } from './layouts/MainLayout.tsx'
import { Root } from './Root.tsx'
import { adminPatterns, routes, screenOf } from './routes.tsx'
import type { AdminPattern, Layout, ScreenModule, StaticData } from './routes.tsx'
import { adminTitles } from './route-text.ts'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** `/transaction/{id?}` in the router's spelling. */
export function routerPath(pattern: RoutePattern): string {
  return pattern.replace('{id?}', '{-$id}').replace('{id}', '$id')
}

function entry(guard: Guard) {
  return ({ location, params }: { location: { href: string; search: unknown }; params: unknown }) => {
    const { id } = params as { id?: string }
    if (id !== undefined && !uuid.test(id)) throw notFound()
    const next = (location.search as { next?: string }).next
    const verdict = verdictOf(guard, whoIs(sessionState()), location.href, next)
    if (verdict === 'not_found') throw notFound()
    if (verdict !== 'show') throw redirect({ href: verdict.go, replace: true })
  }
}

function lazy(screen: () => Promise<ScreenModule>) {
  return lazyRouteComponent(() => loadChunk(screen))
}

/** A part of the shell that the first screens do without. */
function lazyPart<Name extends string>(load: () => Promise<Record<Name, ComponentType<never>>>, name: Name) {
  const part = async () => ({ default: (await loadChunk(load))[name] as ComponentType })
  return lazyRouteComponent(part)
}

const rootRoute = createRootRoute({
  component: Root,
  notFoundComponent: lazyPart(() => import('./NotFoundPage.tsx'), 'NotFoundPage'),
})

const layouts = {
  main: createRoute({ getParentRoute: () => rootRoute, id: 'main', component: MainLayout }),
  user: createRoute({
    getParentRoute: () => rootRoute,
    id: 'user',
    component: lazyPart(() => import('./layouts/UserLayout.tsx'), 'UserLayout'),
  }),
  auth: createRoute({
    getParentRoute: () => rootRoute,
    id: 'auth',
    component: lazyPart(() => import('./layouts/AuthLayout.tsx'), 'AuthLayout'),
  }),
  bare: createRoute({ getParentRoute: () => rootRoute, id: 'bare', component: BareLayout }),
} satisfies Record<Layout, AnyRoute>

const adminRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'admin',
  beforeLoad: entry('staff'),
  component: lazy(async () => (await import('../../staff/frame/routes.tsx')).adminLayout()),
})

/** A page of the staff's area is looked up in a list that only staff download. */
function adminScreen(pattern: AdminPattern): () => Promise<ScreenModule> {
  return async () => {
    const { adminScreens } = await import('../../staff/frame/routes.tsx')
    return adminScreens[pattern]()
  }
}

const staticData = (title: string, parent?: string, tabs?: StaticData['tabs']): StaticData => ({
  title,
  parent,
  tabs,
})

function children(layout: Layout): AnyRoute[] {
  return routes
    .filter((row) => row.layout === layout)
    .map((row) =>
      createRoute({
        getParentRoute: () => layouts[layout],
        path: routerPath(row.path),
        beforeLoad: entry(row.guard),
        component: lazy(screenOf(row)),
        staticData: staticData(row.title, row.parent, row.tabs),
      }),
    )
}

const tree = rootRoute.addChildren([
  ...(Object.keys(layouts) as Layout[]).map((layout) => layouts[layout].addChildren(children(layout))),
  adminRoute.addChildren(
    adminPatterns.map((pattern) =>
      createRoute({
        getParentRoute: () => adminRoute,
        path: routerPath(pattern),
        component: lazy(adminScreen(pattern)),
        staticData: staticData(adminTitles[pattern]),
      }),
    ),
  ),
])

export const router = createRouter({
  routeTree: tree,
  ...readableSearch,
  notFoundMode: 'root',
  defaultErrorComponent: lazyPart(() => import('./ErrorScreen.tsx'), 'ErrorScreen') as ErrorRouteComponent,
  defaultPreloadDelay: 0,
  scrollRestoration: true,
  // Only another page crosses over; a sheet or a filter changes what is already there.
  defaultViewTransition: {
    types: ({ pathChanged, fromLocation }) => (pathChanged && fromLocation !== undefined ? ['page'] : false),
  },
})

/** Starts fetching the screen of this address while the session is still being found out. */
export function preloadScreen(pathname: string): void {
  const row =
    routes.find(({ path }) => path === pathname) ??
    routes.find(({ path }) => path.startsWith(`/${pathname.split('/')[1]}/{`))
  if (row !== undefined) screenOf(row)().catch(() => {})
}
