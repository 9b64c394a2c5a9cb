import { HomeFrame } from './HomeFrame.tsx'

export function Gallery() {
  return <HomeFrame />
}
