import { routes } from '@sidetone/contract/http/routes.ts';
import { type Answer, answer } from '../../identity/answer.ts';
import type { Database } from '../../storage/database.ts';
import { requireMember } from './access.ts';
import { addFailedDial } from './failed-dials.ts';
import { reopen, resolveAll, setResolved } from './resolve.ts';

export const inboxRoutes = (db: Database): Answer[] => [
  answer(routes.setEventResolved, async ({ caller, params, body }) => {
    await requireMember(db, params.channelId, caller.userId);
    await setResolved(db, params.channelId, params.docId, body.resolved);
    return { resolved: body.resolved, ids: [params.docId] };
  }),
  answer(routes.resolveAll, async ({ caller, params }) => {
    await requireMember(db, params.channelId, caller.userId);
    const ids = await resolveAll(db, params.channelId);
    return { resolved: ids.length, ids };
  }),
  answer(routes.reopen, async ({ caller, params, body }) => {
    await requireMember(db, params.channelId, caller.userId);
    return { reopened: await reopen(db, params.channelId, body.ids) };
  }),
  answer(routes.addFailedDial, async ({ caller, body }) => ({ id: await addFailedDial(db, caller, body) })),
];
