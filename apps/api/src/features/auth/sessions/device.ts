const systems: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'Chromebook'],
  [/Macintosh|Mac OS X/, 'Mac'],
  [/Linux|X11/, 'Linux'],
]
/** Browsers call themselves by each other's names, so the particular ones come first. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/ Line\//, 'LINE'],
  [/EdgA?\/|EdgiOS\//, 'Edge'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/OPR\//, 'Opera'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]

/** What its owner knows a device by; null where its browser does not say. */
export function findDeviceName(userAgent: string | null): string | null {
  const text = userAgent ?? ''
  const find = (list: typeof systems): string | undefined => list.find(([mark]) => mark.test(text))?.[1]
  return [find(systems), find(browsers)].filter(Boolean).join('・') || null
}

/** The network of an address: enough to recognise one's own by, and not the address itself. */
export function networkName(ip: string | null): string | null {
  if (ip === null) return null
  if (ip.includes('.'))
    return `${ip
      .replace(/^::ffff:/, '')
      .split('.')
      .slice(0, 3)
      .join('.')}.*`
  return `${ip.split(':').slice(0, 3).join(':')}:…`
}
