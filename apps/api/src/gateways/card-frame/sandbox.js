import { digitsOf, holderForm, holderOf, showError } from './fields.js'
import { sentences } from './frame-text.js'
import { listen, post } from './messages.js'

const form = document.querySelector('form')
const [number, expiry, cvc, holder] = ['number', 'expiry', 'cvc', 'name'].map((id) =>
  document.getElementById(id),
)
const bank = document.getElementById('bank')
/** The sandbox knows its own cards and no other: a real number is never even sent. */
const known = new Map(
  [...document.querySelectorAll('[data-number]')].map((row) => [row.dataset.number, row.dataset.brand]),
)

function passesLuhn(digits) {
  let sum = 0
  for (let index = 0; index < digits.length; index += 1) {
    const digit = Number(digits[digits.length - 1 - index])
    const doubled = index % 2 === 1 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return digits.length >= 14 && sum % 10 === 0
}

number.addEventListener('input', () => {
  const digits = digitsOf(number.value).slice(0, 16)
  number.value = digits.replace(/(.{4})(?=.)/g, '$1 ')
  document.getElementById('brand').textContent = known.get(digits) ?? ''
  document.getElementById('brand').hidden = !known.has(digits)
  showError('number', null)
})
expiry.addEventListener('input', () => {
  const digits = digitsOf(expiry.value).slice(0, 4)
  expiry.value = digits.length > 2 ? `${digits.slice(0, 2)}/${digits.slice(2)}` : digits
  showError('expiry', null)
})
cvc.addEventListener('input', () => {
  cvc.value = digitsOf(cvc.value).slice(0, 4)
  showError('cvc', null)
})
holder.addEventListener('input', () => showError('name', null))
for (const row of document.querySelectorAll('[data-number]')) {
  row.querySelector('button').addEventListener('click', () => {
    number.value = row.dataset.number
    number.dispatchEvent(new Event('input'))
    if (expiry.value === '') expiry.value = '12/34'
    if (cvc.value === '') cvc.value = '123'
    if (holder.value === '') holder.value = 'HANAKO REIJI'
    document.querySelector('details').open = false
    number.focus()
  })
}

/** What is wrong with the form, shown under its fields; null when nothing is. */
function problems() {
  const digits = digitsOf(number.value)
  const [month, year] = [Number(expiry.value.slice(0, 2)), 2000 + Number(expiry.value.slice(3))]
  const wrong = {
    number: passesLuhn(digits) && known.has(digits) ? null : sentences.number,
    expiry:
      !/^\d\d\/\d\d$/.test(expiry.value) || month < 1 || month > 12
        ? sentences.expiry
        : new Date(year, month, 1) <= new Date()
          ? sentences.expired
          : null,
    cvc: /^\d{3,4}$/.test(cvc.value) ? null : sentences.cvc,
    name: holderForm.test(holderOf(holder.value)) ? null : sentences.name,
  }
  for (const [name, sentence] of Object.entries(wrong)) showError(name, sentence)
  const first = Object.keys(wrong).find((name) => wrong[name] !== null)
  if (first) document.getElementById(first).focus()
  return first === undefined ? null : wrong[first]
}

async function send(path, body) {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { ok: response.ok, body: await response.json() }
}

async function submit() {
  const problem = problems()
  if (problem !== null) return post({ type: 'card-invalid' })
  try {
    const [month, year] = [Number(expiry.value.slice(0, 2)), 2000 + Number(expiry.value.slice(3))]
    const { ok, body } = await send('/sandbox/tokens', {
      number: digitsOf(number.value),
      exp_month: month,
      exp_year: year,
    })
    if (!ok) {
      showError('number', sentences.refused)
      return post({ type: 'card-failed', message: sentences.refused })
    }
    if (body.three_d_secure_status === 'unverified' && !(await askBank(body.id))) return
    return post({ type: 'card-token', token: body.id })
  } catch {
    return post({ type: 'card-failed', message: sentences.lost })
  }
}

/** The bank's own page, in the place of the form. Answers whether the holder has been seen. */
function askBank(id) {
  post({ type: 'card-challenge' })
  form.hidden = true
  bank.hidden = false
  document.getElementById('pass').focus()
  return new Promise((resolve) => {
    const answer = (result) => async () => {
      if (result !== 'cancelled') await send(`/sandbox/bank/${id}`, { passed: result === 'passed' })
      bank.hidden = true
      if (result === 'cancelled') post({ type: 'card-cancelled' })
      if (result === 'failed') post({ type: 'card-failed', message: sentences.unproven })
      resolve(result === 'passed')
    }
    document.getElementById('pass').onclick = answer('passed')
    document.getElementById('fail').onclick = answer('failed')
    document.getElementById('cancel').onclick = answer('cancelled')
  })
}

form.addEventListener('submit', (event) => {
  event.preventDefault()
  post({ type: 'card-enter' })
})
listen({
  async init({ mode, charge }) {
    if (mode !== 'three_d_secure') {
      form.hidden = false
      return number.focus()
    }
    if (await askBank(charge)) post({ type: 'card-done' })
  },
  submit,
})
