export const brandName = 'しろがね'
