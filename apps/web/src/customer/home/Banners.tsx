import type { Banner } from '@shirogane/contract/resources/brand/public-pages'
import { useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { BannerFace } from '../../shared/banners/BannerFace.tsx'
import { AppLink, usePathname } from '../../shell/navigation/navigation.tsx'
import { paths } from '../../shell/navigation/paths.ts'
import { text } from './text.ts'
import styles from './Banners.module.css'

/** Banners to swipe through. Nothing moves by itself; the dots are buttons. */
export function Banners({ banners }: { banners: readonly Banner[] }) {
  const track = useRef<HTMLUListElement>(null)
  const [current, setCurrent] = useState(0)
  if (banners.length === 0) return null
  const onScroll = () => {
    const list = track.current
    const first = list?.firstElementChild
    if (!list || !(first instanceof HTMLElement)) return
    setCurrent(Math.min(banners.length - 1, Math.round(list.scrollLeft / Math.max(1, first.offsetWidth))))
  }
  const show = (index: number) => {
    const cards = track.current?.children as HTMLCollectionOf<HTMLElement> | undefined
    track.current?.scrollTo({ left: (cards?.[index]?.offsetLeft ?? 0) - (cards?.[0]?.offsetLeft ?? 0) })
  }
  return (
    <section className={styles.banners} aria-label={text.banners}>
      <ul ref={track} className={styles.track} onScroll={onScroll}>
        {banners.map((banner) => (
          <li key={banner.id} className={styles.item}>
            <BannerLink banner={banner}>
              <BannerFace banner={banner} />
            </BannerLink>
          </li>
        ))}
      </ul>
      {banners.length > 1 && (
        <div className={styles.dots}>
          {banners.map((banner, index) => (
            <button
              key={banner.id}
              type="button"
              className={styles.dot}
              aria-label={text.bannerDot(index + 1, banners.length)}
              aria-current={index === current || undefined}
              onClick={() => show(index)}
            />
          ))}
        </div>
      )}
    </section>
  )
}

function BannerLink({ banner, children }: { banner: Banner; children: ReactNode }) {
  const home = usePathname()
  if (banner.link === null) {
    return (
      <AppLink to={paths.banner(banner.id, home)} state={{ opened: true }} className={styles.link}>
        {children}
      </AppLink>
    )
  }
  if (banner.link.startsWith('/')) {
    return (
      <AppLink to={banner.link} className={styles.link}>
        {children}
      </AppLink>
    )
  }
  return (
    <a href={banner.link} target="_blank" rel="noopener noreferrer" className={styles.link}>
      {children}
    </a>
  )
}
