export { askAboutSale } from './about-sale.ts'
