import type { LinkProps } from '../src/actions/render-link.ts'

export const link = ({ children, ...props }: LinkProps) => (
  <a href="#top" {...props}>
    {children}
  </a>
)
