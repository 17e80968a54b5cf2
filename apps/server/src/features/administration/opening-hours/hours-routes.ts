import { routes } from '@sidetone/contract/http/routes.ts';
import { type Answer, answer } from '../../../requests/answer.ts';
import type { Database } from '../../../storage/database.ts';
import { administrator } from '../administer.ts';
import { addHours, changeHours, removeHours, todayIn } from './hours.ts';
import { holidaysFrom } from './public-holidays.ts';

/** Opening hours that channels share, and the public holidays that they can close on. */
export const openingHoursRoutes = ({ db }: { readonly db: Database }): Answer[] => [
  answer(routes.publicHolidays, async ({ caller, query: { country, state = null, region = null } }) =>
    holidaysFrom({ country, state, region }, await todayIn(db, caller.accountId)),
  ),
  answer(routes.createOpeningHours, async (asked) => ({ id: await addHours(db, administrator(asked), asked.body) })),
  answer(routes.changeOpeningHours, async (asked) => {
    await changeHours(db, administrator(asked), asked.params.hoursId, asked.body);
    return {};
  }),
  answer(routes.deleteOpeningHours, async (asked) => {
    await removeHours(db, administrator(asked), asked.params.hoursId);
    return {};
  }),
];
