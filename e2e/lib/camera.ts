import { findBrowser } from '@shirogane/tools/lib/browser'
import { chromium } from '@playwright/test'
import { browserArguments } from './browser.ts'
import type { Stage } from './stage.ts'

/** Devices with a camera: it shows the browser's own test film, or the one in this file. */
export async function withCamera(stage: Stage, film?: string): Promise<Stage> {
  const browser = await chromium.launch({
    executablePath: findBrowser() ?? '',
    args: [
      ...browserArguments,
      '--use-fake-ui-for-media-stream',
      // As few pictures a second as a camera may send: each is drawn on this machine's own time.
      '--use-fake-device-for-media-stream=fps=10',
      ...(film === undefined ? [] : [`--use-file-for-fake-video-capture=${film}`]),
    ],
  })
  return stage.in(browser)
}
