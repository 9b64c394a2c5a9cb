/** The name under which a picture is kept. */
export function avatarObject(name: string): string {
  return `avatars/${name}.webp`
}

/** The address under which it is shown. It names the picture and not its owner's account, and cannot be guessed. */
export function avatarUrlOf(name: string): string {
  return `/files/avatar/${name}.webp`
}

export function avatarNameOf(url: string): string | null {
  return /^\/files\/avatar\/([0-9a-f]{32})\.webp$/.exec(url)?.[1] ?? null
}
