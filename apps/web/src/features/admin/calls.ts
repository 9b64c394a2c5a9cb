import { staffCalls } from '@shirogane/contract/staff-calls'
import { addCalls } from '../../lib/api.ts'

// Before any page of staff asks for anything: both the frame and the list of these pages begin with this file.
addCalls(staffCalls)
