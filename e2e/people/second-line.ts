import { expect } from '@playwright/test';
import type { Person } from '@sidetone/simulator/people/person.ts';
import type { Colleague } from './colleague.ts';

/** Someone in a call chooses whom to ask on a second line. */
export async function asksAlso(anna: Colleague, whom: string): Promise<void> {
  await anna.presses(/^add/i);
  const search = anna.page.getByRole('combobox');
  await search.fill(whom);
  await expect(anna.page.getByRole('option').first()).toBeVisible();
  await anna.page.keyboard.press('Enter');
}

/** Passes once `who`, at a desk or on the telephone, clearly hears all of `wanted` and none of `unwanted`, in Hz. */
export async function hearsExactly(who: Colleague | Person, wanted: number[], unwanted: number[]): Promise<void> {
  await expect
    .poll(
      async () => {
        const heard = await who.hears(...wanted, ...unwanted);
        const least = Math.min(...wanted.map((hz) => heard[hz] ?? 0));
        const most = Math.max(0, ...unwanted.map((hz) => heard[hz] ?? 0));
        return wanted.length === 0 ? most < 0.01 : least > 0.02 && least > 5 * most;
      },
      { message: `should hear ${wanted.join(', ')} Hz and not ${unwanted.join(', ')} Hz`, timeout: 20_000 },
    )
    .toBe(true);
}
