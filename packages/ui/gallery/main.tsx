import '../src/tokens.css'
import './gallery.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Gallery } from './Gallery.tsx'

const settings = new URLSearchParams(location.search)
document.documentElement.dataset.theme = settings.get('theme') ?? 'light'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
createRoot(root).render(
  <StrictMode>
    <Gallery frame={settings.get('frame') ?? 'pieces'} />
  </StrictMode>,
)
