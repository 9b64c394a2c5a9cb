/** What both card forms share: where a sentence stands, and what is in the way of sending. */

/** @param {string} name @param {string | null} sentence */
export function showError(name, sentence) {
  const box = document.querySelector(`[data-field="${name}"]`)
  const place = document.getElementById(`${name}-error`)
  const input = box?.querySelector('input')
  box?.classList.toggle('wrong', sentence !== null)
  if (input) input.setAttribute('aria-invalid', String(sentence !== null))
  if (place) {
    place.textContent = sentence ?? ''
    place.hidden = sentence === null
  }
}

/** Half-width digits of what was typed, whatever the keyboard. @param {string} text */
export const digitsOf = (text) => text.normalize('NFKC').replace(/\D/g, '')

/** @param {string} text */
export const holderOf = (text) => text.normalize('NFKC').trim().replace(/\s+/g, ' ').toUpperCase()

export const holderForm = /^[A-Z][A-Z .'-]{1,44}$/
