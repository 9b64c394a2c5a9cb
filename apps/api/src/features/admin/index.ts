export { banners } from './banners.ts'
export { scanUnverified } from './scan-unverified.ts'
export { setting } from './setting.ts'
export { verifyUser } from './verify-user.ts'
