import type { ComponentType } from 'react'
import { LiveRegions } from '../src/overlays/LiveRegions.tsx'
import { ToastProvider } from '../src/overlays/ToastProvider.tsx'
import { AdminFrame } from './AdminFrame.tsx'
import { CodeFrame } from './CodeFrame.tsx'
import { FormFrame } from './FormFrame.tsx'
import { HomeFrame } from './HomeFrame.tsx'
import { PiecesFrame } from './PiecesFrame.tsx'
import { SuccessFrame } from './SuccessFrame.tsx'

const frames: Record<string, ComponentType> = {
  pieces: PiecesFrame,
  home: HomeFrame,
  code: CodeFrame,
  success: SuccessFrame,
  form: FormFrame,
  admin: AdminFrame,
}

/** `?frame=home&theme=dark` shows one frame as it stands in the app; without a frame, every piece. */
export function Gallery({ frame }: { frame: string }) {
  const Frame = frames[frame] ?? PiecesFrame
  return (
    <LiveRegions>
      <ToastProvider>
        <Frame />
        <nav className="frames" aria-label="見本">
          {Object.keys(frames).map((name) => (
            <a key={name} href={`?frame=${name}`}>
              {name}
            </a>
          ))}
          <a href={`?frame=${frame}&theme=dark`}>dark</a>
        </nav>
      </ToastProvider>
    </LiveRegions>
  )
}
