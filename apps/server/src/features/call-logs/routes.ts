import { routes } from '@sidetone/contract/http/routes.ts';
import { type Answer, answer } from '../../requests/answer.ts';
import { actOnEntry, eventsOf, retryConnection } from './admin/act.ts';
import { crmUsersOf, matchCrmUser } from './admin/crm-users.ts';
import { addEntity, candidatesOf, changeOutcome, removeEntity, removeLog, retryLog } from './log/change-log.ts';
import { closeLog } from './log/close-log.ts';
import { setMode } from './log/modes.ts';
import { openLog } from './log/open-log.ts';
import type { CallLogParts } from './parts.ts';
import { recordAnswers } from './records/record-answers.ts';
import { changeTask, createTask, removeTask } from './tasks/tasks.ts';
import { changeText } from './text/text-choice.ts';

/** What users and administrators do with logs of calls. */
export const callLogAnswers = (parts: CallLogParts): Answer[] => [
  ...logAnswers(parts),
  ...taskAnswers(parts),
  ...adminAnswers(parts),
  ...recordAnswers(parts),
];

const logAnswers = (parts: CallLogParts): Answer[] => [
  answer(routes.openCallLog, ({ caller, params, body }) => openLog(parts, caller, params, body.isUpdate)),
  answer(routes.changeCallLog, ({ caller, params, body }) =>
    changeOutcome(parts, caller, params, body.selectedOutcome),
  ),
  answer(routes.addCallLogEntity, ({ caller, params, body }) => addEntity(parts, caller, params, body.remember)),
  answer(routes.removeCallLogEntity, async ({ caller, params }) => {
    await removeEntity(parts, caller, params);
    return {};
  }),
  answer(routes.closeCallLog, ({ caller, params, body }) => closeLog(parts, caller, params, body.ready)),
  answer(routes.removeCallLog, async ({ caller, params }) => {
    await removeLog(parts, caller, params);
    return {};
  }),
  answer(routes.retryCallLog, async ({ caller, params }) => {
    await retryLog(parts, caller, params);
    return {};
  }),
  answer(routes.candidatesOfCall, ({ caller, params }) => candidatesOf(parts, caller, params)),
  answer(routes.changeLogMode, async ({ caller, params, body }) => {
    await setMode(parts.db, caller, params.channelId, body.mode);
    return {};
  }),
];

const taskAnswers = (parts: CallLogParts): Answer[] => [
  answer(routes.changeCallTask, ({ caller, params, body }) => changeTask(parts, caller, params, body)),
  answer(routes.removeCallTask, async ({ caller, params }) => {
    await removeTask(parts, caller, params);
    return {};
  }),
  answer(routes.createTask, ({ caller, body }) => createTask(parts, caller, body)),
];

const adminAnswers = (parts: CallLogParts): Answer[] => [
  answer(routes.crmUsers, ({ caller, params }) => crmUsersOf(parts, caller, params.integrationId)),
  answer(routes.matchCrmUser, async ({ caller, params, body, address }) => {
    await matchCrmUser(parts, { ...caller, address }, params, body.crmUserId);
    return {};
  }),
  answer(routes.changeLogText, async ({ caller, body, address }) => {
    await changeText(parts.db, { ...caller, address }, body);
    return {};
  }),
  answer(routes.crmWriteEvents, async ({ caller, params }) => ({ events: await eventsOf(parts, caller, params.id) })),
  answer(routes.retryCrmWrites, async ({ caller, body, address }) => ({
    count: await retryConnection(parts, { ...caller, address }, body.integrationId),
  })),
  answer(routes.actOnCrmWrite, ({ caller, params, body, address }) =>
    actOnEntry(parts, { ...caller, address }, params.id, params.action, body),
  ),
];
