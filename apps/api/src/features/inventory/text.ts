/** The reason in the row of a piece that was bought and is put up for sale; every other reason is a person's own words. */
export const pieceForSale = 'piece_for_sale'

export const reasonText = (reason: string | null): string | null =>
  reason === pieceForSale ? '買取品の商品化' : reason
