export { banners } from './banners.ts'
export { setting } from './setting.ts'
