/**
 * Whether a key opens the dialog that asks: then its first control has the focus next, and shows the ring. What a finger
 * or an event has opened takes the focus as a whole: it is read aloud, and none of its buttons looks chosen.
 */
export function isOpenedByKey(): boolean {
  return document.activeElement?.matches(":focus-visible:not([tabindex='-1'])") === true
}
