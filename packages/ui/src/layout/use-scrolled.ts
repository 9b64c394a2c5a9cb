import { useEffect, useState } from 'react'

/** Whether the page has been scrolled past the given distance. */
export function useScrolled(distance: number): boolean {
  const [isScrolled, setScrolled] = useState(false)
  useEffect(() => {
    const read = () => setScrolled(window.scrollY > distance)
    read()
    window.addEventListener('scroll', read, { passive: true })
    return () => window.removeEventListener('scroll', read)
  }, [distance])
  return isScrolled
}
