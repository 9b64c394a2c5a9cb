import { holderForm, holderOf, showError } from './fields.js'
import { sentences } from './frame-text.js'
import { listen, post } from './messages.js'

/** @type {any} PAY.JP's own library, which may be loaded from nowhere but PAY.JP. */
const Payjp = window.Payjp
const form = document.querySelector('form')
const holder = document.getElementById('name')
let payjp = null
let cardNumber = null
let contact = {}

const fields = [
  ['cardNumber', 'number'],
  ['cardExpiry', 'expiry'],
  ['cardCvc', 'cvc'],
]

function mount() {
  const style = getComputedStyle(document.documentElement)
  const colour = (name) => style.getPropertyValue(name).trim()
  const elements = payjp.elements()
  for (const [kind, name] of fields) {
    const element = elements.create(kind, {
      style: {
        base: { color: colour('--ink'), fontSize: '16px', '::placeholder': { color: colour('--ink-3') } },
        invalid: { color: colour('--bad') },
      },
    })
    const box = document.querySelector(`[data-field="${name}"]`)
    element.on('focus', () => box.classList.add('focused'))
    element.on('blur', () => box.classList.remove('focused'))
    element.on('change', ({ error }) => showError(name, error ? sentences[name] : null))
    element.mount(`#${name}`)
    if (kind === 'cardNumber') cardNumber = element
  }
  form.hidden = false
}

async function submit() {
  const name = holderOf(holder.value)
  if (!holderForm.test(name)) {
    showError('name', sentences.name)
    holder.focus()
    return post({ type: 'card-invalid' })
  }
  post({ type: 'card-challenge' })
  const { id, error } = await payjp.createToken(cardNumber, {
    three_d_secure: true,
    card: { name, ...contact },
  })
  if (id) return post({ type: 'card-token', token: id })
  const field = { invalid_number: 'number', invalid_cvc: 'cvc', expired_card: 'expiry' }[error?.code]
  if (field) showError(field, sentences[field])
  return post(field ? { type: 'card-invalid' } : { type: 'card-failed', message: sentences.refused })
}

/** Whether the bank was content says the charge itself, of which our server asks; here only that its page has ended. */
async function askBank(charge) {
  post({ type: 'card-challenge' })
  try {
    await payjp.openThreeDSecureIframe(charge)
    post({ type: 'card-done' })
  } catch {
    post({ type: 'card-cancelled' })
  }
}

form.addEventListener('submit', (event) => {
  event.preventDefault()
  post({ type: 'card-enter' })
})
holder.addEventListener('input', () => showError('name', null))
listen({
  init({ mode, charge, public_key, email, phone }) {
    payjp = Payjp(public_key, { locale: 'ja', threeDSecureWorkflow: 'iframe' })
    contact = email ? { email } : { phone }
    if (mode === 'three_d_secure') return askBank(charge)
    return mount()
  },
  submit,
})
