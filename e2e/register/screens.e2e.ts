import { expect, test } from '../lib/journey.ts'
import { faultsOf, look, lostAtRegister } from '../lib/looks.ts'
import { registerScreens } from '../lib/screens.ts'

// One screen after the other, each with all its faults, so that a run shows them all and not only the first.
for (const [area, screens] of Object.entries(registerScreens)) {
  test(`Every screen of the register is reachable for everybody, stands still, and loses nothing with text twice as large (${area})`, async ({
    stage,
  }) => {
    const faults: string[] = []
    for (const { name, open } of screens) {
      const page = await open(stage, look)
      faults.push(...(await faultsOf(page, name, ['light'])))
      if (name.startsWith('register-')) faults.push(...(await lostAtRegister(page, name)))
    }
    expect(faults).toStrictEqual([])
  })
}
