export { askAboutSale } from './about-sale.ts'
export { create } from './create.ts'
