import { getBrowser } from '@shirogane/tools/lib/browser'
import { buildWebApp } from '@shirogane/tools/lib/code/web-build'
import { makeBrand } from './brand.ts'

/** What all workers need: a browser, the built app, and the brand that each shop is a copy of. */
export default async function prepareWorkers(): Promise<void> {
  getBrowser()
  await buildWebApp()
  await makeBrand()
}
