import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { GivenBack } from './GivenBack.tsx'

afterEach(cleanup)

test.each([
  [{ money: 600, later: 9_000, points: 0 }, ['返金済みの金額¥600', '後払いの残りから差し引き¥9,000']],
  [{ money: 0, later: 5_000, points: 0 }, ['後払いの残りから差し引き¥5,000']],
  [{ money: 1_100, later: 0, points: 300 }, ['返金済みの金額¥1,100', 'お戻しポイント300pt']],
  [{ money: 0, later: 0, points: 0 }, []],
])('money that went back is one thing, and what is owed no more another: %o', (given_back, rows) => {
  const { container } = render(<GivenBack {...given_back} />)
  expect([...container.querySelectorAll('dl > div')].map((row) => row.textContent)).toEqual(rows)
})
