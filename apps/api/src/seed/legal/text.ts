import type { LegalSection, LegalSlug } from '@shirogane/contract/resources/brand/legal'

export type LegalText = {
  slug: LegalSlug
  title: string
  summary: readonly string[]
  sections: readonly LegalSection[]
}
