import type { ReactElement, ReactNode } from 'react'

/** What a component hands to the caller's link: the ui package draws it, the app's router decides what it is. */
export type LinkProps = {
  className: string
  children: ReactNode
  'aria-current'?: 'page'
  'aria-label'?: string
}

/** `render={(link) => <Link to="/topup" {...link} />}` */
export type RenderLink = (link: LinkProps) => ReactElement
