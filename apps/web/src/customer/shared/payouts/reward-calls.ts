import { rewardCalls } from '@shirogane/contract/generated/reward-calls'
import { addCalls } from '../../../shell/api/call-table.ts'

/** Imported by the pages that make these calls, none of which stands before home. */
addCalls(rewardCalls)
