import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../shell/queries/query-client.ts'
import { renderScreen } from '../../shared/testing/render-screen.tsx'
import '../shared/calls.ts'
import { text as adminText } from '../shared/text.ts'
import { SkuForm } from './SkuForm.tsx'
import { text } from './text.ts'

afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

test.each([
  ['labor_fee', '1万', '10,000'],
  ['stone_fee', '3千円', '3000'],
  ['coefficient_bp', '1.8倍', '1.8'],
  ['coefficient_bp', '', '1.8'],
  ['weight_mg', '10g', '10'],
] as const)('no article is priced by a %s of %j', async (name, typed, meant) => {
  vi.stubGlobal('fetch', async () => Response.json({ price_per_g: 400, items: [], changes: [] }))
  await renderScreen(<SkuForm sku={null} onDone={() => {}} onCancel={() => {}} />)
  const type = (key: string, value: string) =>
    fireEvent.change(
      screen.getByLabelText(new RegExp(`^${text.fields[key]}`), { selector: 'input:not([type=radio])' }),
      { target: { value } },
    )
  const save = () => screen.getByRole<HTMLButtonElement>('button', { name: text.save })
  type('sku', 'CH001-01')
  type('name', '小豆の鎖')
  expect(save().disabled).toBe(true)
  fireEvent.click(screen.getByLabelText(text.pricings.weight))
  expect(save().disabled).toBe(false)
  type(name, typed)
  expect(screen.getByText(adminText.noNumber)).toBeDefined()
  expect(save().disabled).toBe(true)
  type(name, meant)
  expect(save().disabled).toBe(false)
})
