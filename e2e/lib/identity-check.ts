import { expect, type Page } from '@playwright/test'
import type { Stage } from './stage.ts'

/** Says what the check is asked for, and which document there is. */
export async function beginCheck(phone: Page, document: string): Promise<void> {
  await phone.getByLabel('職業').selectOption({ label: '会社員・団体職員' })
  await phone.getByLabel('紹介報酬の受け取り').check()
  await phone.getByRole('button', { name: '次へ' }).click()
  await phone.getByLabel(document).check()
  await phone.getByRole('button', { name: '次へ' }).click()
}

async function photograph(phone: Page, title: string): Promise<void> {
  const camera = phone.getByRole('dialog', { name: title })
  await camera.getByRole('button', { name: '撮影', exact: true }).click()
  await camera.getByRole('button', { name: '使う' }).click()
}

/** Every picture of a card that has nothing on its back, and the button that submits them. */
export async function submitPhotographs(phone: Page): Promise<void> {
  await photographAll(phone)
  await phone.getByRole('button', { name: '提出する' }).click()
  await expect(phone.getByRole('heading', { name: '審査しています' }).first()).toBeVisible()
}

/** The same up to the button that submits them. */
export async function photographAll(phone: Page): Promise<void> {
  await photograph(phone, '表面の撮影')
  await photograph(phone, '厚みの撮影')
  await photograph(phone, '顔の撮影')
  const movement = phone.getByRole('dialog', { name: '顔の動きの撮影' })
  await movement.getByRole('button', { name: '動きの撮影をはじめる' }).click()
  await movement.getByRole('button', { name: '使う' }).click()
  await phone.getByLabel(/提出することに同意します/).check()
}

/** A member of staff who checks identity documents, at the list of those that wait. */
export async function openReview(stage: Stage, number: string): Promise<Page> {
  const desk = await stage.desk(number)
  await desk.goto('/admin?tab=kyc')
  return desk
}

export const rowOf = (desk: Page, name: string) => desk.getByRole('button', { name: new RegExp(name) })

export async function tickAll(desk: Page): Promise<void> {
  for (const check of [/^氏名が/, /^生年月日が/, /^住所が/, /^有効期限内/, /^顔が/])
    await desk.getByLabel(check).check()
  await desk.getByLabel('書類の有効期限').fill('２０３０年０１月３１日')
}
