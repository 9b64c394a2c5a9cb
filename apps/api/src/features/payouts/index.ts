export { accountPurpose, payoutAccountNames } from './ask.ts'
export { filePurpose } from './batch-file.ts'
export { requestDue } from './automatic.ts'
