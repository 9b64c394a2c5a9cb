import { configure } from '@testing-library/react'

// As patient as every other wait of the tests: a machine that is busy with other things is no fault of a screen.
configure({ asyncUtilTimeout: 30_000 })
