import { useQuery } from '@tanstack/react-query'
import { settingQuery } from './queries.ts'

export type SocialLinks = { video?: string; photo?: string; microblog?: string }

function isWebAddress(value: unknown): value is string {
  return typeof value === 'string' && value.startsWith('https://') && URL.canParse(value)
}

/** The online store's address, or null while it is unknown: what has no address is not shown. */
export function useStoreUrl(): string | null {
  const { data } = useQuery(settingQuery('store_url'))
  return isWebAddress(data?.value) ? data.value : null
}

/** The brand's own pages elsewhere. `ref` tells them where the visitor came from, and nothing about who it is. */
export function useSocialLinks(): SocialLinks {
  const { data } = useQuery(settingQuery('social_links'))
  const value = data?.value
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {}
  const links: SocialLinks = {}
  for (const name of ['video', 'photo', 'microblog'] as const) {
    const address = value[name]
    if (!isWebAddress(address)) continue
    const url = new URL(address)
    url.searchParams.set('ref', 'shirogane')
    links[name] = url.href
  }
  return links
}
