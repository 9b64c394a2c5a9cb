export { bannerObject } from './rules.ts'
export { forgetUntakenPictures } from '../files/banner.ts'
export { forgetBanners } from '../admin/content/banners/banners.ts'
