import { contactReceived, contactTransactionBody } from '../../resources/members/contacts.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const contactTransaction = endpoint({
  name: 'users.contactTransaction',
  call: 'POST /v1/users/contact/transaction',
  table: 'customer',
  summary: '自分の取引についてのお問い合わせ',
  right: 'member',
  reach: { member: 'own', other_customer: 'absent' },
  note: 'transaction must be the caller’s',
  body: contactTransactionBody,
  status: 201,
  output: contactReceived,
  errors: ['NOT_VERIFIED', 'TXN_NOT_FOUND', 'RATE_LIMITED'],
  lost: 'again',
})
