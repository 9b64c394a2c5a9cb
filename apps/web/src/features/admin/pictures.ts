import type { Sku } from '@shirogane/contract/skus'
import type { ObjectName } from '@shirogane/ui/ObjectPicture'

/** The catalogue's words for the drawings of the picture set. */
export const pictureOf: Readonly<Record<Sku['picture'], ObjectName>> = {
  cup: 'cup',
  ring: 'ring',
  bangle: 'bangle',
  spoon: 'spoon',
  necklace: 'neck',
  hairpin: 'kan',
  dish: 'plate',
  cloth: 'cloth',
}
