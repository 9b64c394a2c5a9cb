import type { NotReturnable } from '@shirogane/contract/terms/sku-terms'

/** Why an article is not taken back, where it is registered and where a customer brings it. */
export const notReturnable: Readonly<Record<NotReturnable, string>> = {
  engraved: '名入れ刻印',
  resized: 'サイズ直し',
  made_to_order: 'オーダー品',
  hygiene: 'ピアス（衛生）',
  cut: '量り売りカット品',
  sale: 'セール品',
}
