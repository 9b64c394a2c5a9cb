declare const iconShape: unique symbol

/** The path of one icon on the 24 grid; only the generated modules make them, so no other text can pass for one. */
export type IconShape = string & { readonly [iconShape]: true }

export function shape(path: string): IconShape {
  return path as IconShape
}
