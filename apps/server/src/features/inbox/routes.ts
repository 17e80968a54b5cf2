import { routes } from '@sidetone/contract/http/routes.ts';
import { type Answer, answer } from '../../requests/answer.ts';
import type { Database } from '../../storage/database.ts';
import { channelOfEvent, requireMember } from './access.ts';
import { addFailedDial } from './failed-dials.ts';
import { listOwnCalls } from './list-own-calls.ts';
import { resolveAll, resolveThread, setMany, setResolved } from './resolve.ts';

export const inboxRoutes = (db: Database): Answer[] => [
  answer(routes.findEvent, async ({ caller, params }) => ({
    channelId: await channelOfEvent(db, caller.userId, params.docId),
  })),
  answer(routes.ownCalls, ({ caller, query }) => listOwnCalls(db, caller.userId, query)),
  answer(routes.setEventResolved, async ({ caller, params, body }) => {
    await requireMember(db, params.channelId, caller.userId);
    return { resolved: body.resolved, ids: await setResolved(db, params.channelId, params.docId, body) };
  }),
  answer(routes.resolveMany, async ({ caller, params, body }) => {
    await requireMember(db, params.channelId, caller.userId);
    return { resolved: await setMany(db, params.channelId, body.ids, true) };
  }),
  answer(routes.resolveAll, async ({ caller, params }) => {
    await requireMember(db, params.channelId, caller.userId);
    const ids = await resolveAll(db, params.channelId);
    return { resolved: ids.length, ids };
  }),
  answer(routes.resolveThread, async ({ caller, params, body }) => {
    await requireMember(db, params.channelId, caller.userId);
    const ids = await resolveThread(db, params.channelId, body);
    return { resolved: ids.length, ids };
  }),
  answer(routes.reopen, async ({ caller, params, body }) => {
    await requireMember(db, params.channelId, caller.userId);
    return { reopened: await setMany(db, params.channelId, body.ids, false) };
  }),
  answer(routes.addFailedDial, async ({ caller, body }) => ({ id: await addFailedDial(db, caller, body) })),
];
