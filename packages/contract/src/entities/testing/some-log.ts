import { type CallLogEntity, type CallTask, callLogEntity, callTask } from '../call-log.ts';

/** A deal of HubSpot that a call is logged to, and that is not written yet; `about` says what is different. */
export const someLogEntity = (about: Partial<CallLogEntity> = {}): CallLogEntity =>
  callLogEntity.parse({
    id: 'hub:deals:7',
    rev: 1,
    integrationId: 'hub',
    source: 'HUBSPOT',
    type: 'deals',
    entityId: '7',
    label: 'Cooling 2026',
    url: 'https://app.hubspot.com/deals/7',
    isOpen: true,
    ownerId: null,
    chosenBy: 'user',
    logId: null,
    state: null,
    problem: null,
    logUrl: null,
    ...about,
  });

/** The draft of a follow-up task in HubSpot. */
export const someTask = (about: Partial<CallTask> = {}): CallTask =>
  callTask.parse({
    id: 'sales:one',
    rev: 1,
    integrationId: 'hub',
    type: 'TODO',
    title: 'Send the offer',
    content: '',
    dueDay: '2026-11-20',
    dueTime: '15:30',
    state: 'DRAFT',
    url: null,
    problem: null,
    ...about,
  });
