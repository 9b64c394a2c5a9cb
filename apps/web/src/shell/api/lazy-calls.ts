import { customerCalls } from '@shirogane/contract/generated/customer-calls'
import { addCalls } from './call-table.ts'

/** The calls of customers that neither home nor the pay code makes; a phone fetches them once home stands there. */
addCalls(customerCalls)
