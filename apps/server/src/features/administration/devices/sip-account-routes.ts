import { routes } from '@sidetone/contract/http/routes.ts';
import { type Answer, answer } from '../../../requests/answer.ts';
import { administrator } from '../administer.ts';
import { addSipAccount, changeSipAccount, removeSipAccount, type SipAccountDesk } from './sip-accounts.ts';

/** SIP accounts that the server registers elsewhere. */
export const adminSipAccountRoutes = (desk: SipAccountDesk): Answer[] => [
  answer(routes.createSipAccount, async (asked) => ({
    sipAccountId: await addSipAccount(desk, administrator(asked), asked.body),
  })),
  answer(routes.changeSipAccount, async (asked) => {
    await changeSipAccount(desk, administrator(asked), asked.params.sipAccountId, asked.body);
    return {};
  }),
  answer(routes.removeSipAccount, async (asked) => {
    await removeSipAccount(desk.db, administrator(asked), asked.params.sipAccountId);
    return {};
  }),
];
