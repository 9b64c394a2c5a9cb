import { useQuery } from '@tanstack/react-query'
import { pointsText, yenText } from '../../../shared/money/money.ts'
import { settingQuery } from '../../../shell/queries/queries.ts'
import { useCopy } from '../../../shared/forms/use-copy.ts'
import { inviteTermsQuery } from './queries.ts'
import { text } from './text.ts'

/** What the invited friend gets, in words; null where it is nothing. */
export function giftText(terms: { invite_points: number; invite_yen: number }): string | null {
  const parts = [
    ...(terms.invite_yen > 0 ? [yenText(terms.invite_yen)] : []),
    ...(terms.invite_points > 0 ? [pointsText(terms.invite_points)] : []),
  ]
  return parts.length === 0 ? null : text.giftsOf(parts)
}

/** The name that customers know the brand by; the app's own where none can be had. */
const brandNameOf = (value: unknown): string => {
  const brand = typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}
  const { name, service } = brand as Record<string, unknown>
  const known = name ?? service
  return typeof known === 'string' && known !== '' ? known : text.appName
}

export function useBrandName(): string {
  return brandNameOf(useQuery(settingQuery('brand')).data?.value)
}

export type Share = {
  /** What is sent: by law it begins by saying that it is an advertisement. Null until it is known in full. */
  message: string | null
  copy: () => Promise<void>
  /** The phone's own sheet, or a copy where there is none. */
  share: () => Promise<void>
}

export function useShare(url: string): Share {
  const put = useCopy()
  const terms = useQuery(inviteTermsQuery())
  const brand = useQuery(settingQuery('brand'))
  const gift = terms.data === undefined ? null : giftText(terms.data)
  const message =
    terms.isPending || brand.isPending
      ? null
      : text.shareText(
          brandNameOf(brand.data?.value),
          gift === null || terms.data === undefined
            ? null
            : text.shareGift(gift, yenText(terms.data.invite_payment_min)),
          url,
        )

  async function copy(): Promise<void> {
    if (message !== null) await put(message)
  }

  async function share(): Promise<void> {
    if (message === null) return
    if (!('share' in navigator)) return copy()
    try {
      await navigator.share({ text: message })
    } catch (error) {
      // A reader who closes the phone's sheet has changed their mind; every other failure leaves the copy.
      if (!(error instanceof DOMException && error.name === 'AbortError')) await copy()
    }
  }
  return { message, copy, share }
}
