import { afterEach, expect, test } from 'vitest';
import type { CallRecord, CrmSide, TaskRecord } from '../../crm/crm-side.ts';
import { connectedBridge, never } from './testing/connected-bridge.ts';

type Connected = Awaited<ReturnType<typeof connectedBridge>>;
const open: Connected[] = [];
async function connected(...given: Parameters<typeof connectedBridge>) {
  const made = await connectedBridge(...given);
  open.push(made);
  made.at.add({ id: '1', name: 'Uta', relatesTo: [cooling] });
  const { crm } = await made.connect();
  if (!crm) throw new Error('A bridge takes calls');
  return { ...made, crm };
}
afterEach(() => {
  for (const one of open.splice(0)) one.close();
});

const key = 'KQ7M-9D2X-AAAA-BBBB';
const cooling = {
  id: '77',
  type: 'deals',
  source: 'crm',
  label: 'Cooling 2026',
  additionalProperties: { isOpen: true },
};
const contact = { type: 'contacts', id: '1' } as const;
const deal = { type: 'deals', id: '77' } as const;
const call: CallRecord = {
  title: 'Incoming call, 6 min 12 s',
  html: '<p>Ordered <b>two</b></p>',
  text: `Ordered two\n${key}`,
  direction: 'INCOMING',
  state: 'connected',
  startedAt: new Date('2026-11-20T09:42:00Z'),
  endedAt: new Date('2026-11-20T09:48:12Z'),
  seconds: 372,
  remoteNumber: '+492214710562',
  localNumber: '+494042',
  outcomeId: 'reached',
  ownerId: null,
};
const task: TaskRecord = {
  title: 'Call back',
  html: '<p>Offer</p>',
  text: 'Offer',
  typeId: 'CALL',
  due: { day: '2026-11-24', time: '14:30', timeZone: 'Europe/Berlin' },
  entities: [contact],
  ownerId: null,
};
const main = (...entities: readonly { type: 'contacts' | 'deals'; id: string }[]) => ({ name: 'main', entities });
const write = (crm: CrmSide, unit = main(contact)) => crm.write(unit, call, key, never);
const refusedAs = (type: string, more: object = {}) => ({ name: 'IntegrationError', type, ...more });
const logsOf = ({ at }: Connected) => [...at.memory.logs].map(([id, one]) => `${id} ${one.entity}`);

test.each(['npm', 'github'] as const)(
  'a bridge of the kind %s is told of calls once, without a plus before numbers',
  async (kind) => {
    const { at, crm } = await connected(kind);
    expect(crm.certainty).toBe('blind');
    const written = await write(crm);
    expect(written).toEqual({ id: key, url: null });
    await crm.write(main(contact), { ...call, direction: 'OUTGOING' }, 'OTHER', never);
    expect(at.memory.calls).toMatchObject([
      {
        id: key,
        direction: 'IN',
        from: '492214710562',
        to: '494042',
        start: 1_795_167_720_000,
        end: 1_795_168_092_000,
      },
      { id: 'OTHER', direction: 'OUT', from: '494042', to: '492214710562' },
    ]);
    expect(await crm.change(written, main(contact, deal), call, key, never)).toEqual(written);
    expect(at.memory.calls).toHaveLength(2);
    await expect(crm.write(main(contact), { ...call, remoteNumber: null }, key, never)).rejects.toMatchObject(
      refusedAs('invalid', { provablyNotTaken: true }),
    );
    await expect(crm.createTask(task, key, never)).rejects.toMatchObject(
      refusedAs('forbidden', { provablyNotTaken: true }),
    );
    expect([await crm.outcomes('de', never), await crm.taskTypes('de', never)]).toEqual([[], []]);
  },
);

test('a newer bridge logs a call to each record, and the same logs change later', async () => {
  const one = await connected('integration');
  const { at, crm } = one;
  const written = await write(crm, main(contact, deal));
  expect(logsOf(one)).toEqual(['log-1 contacts:1', 'log-2 deals:77']);
  expect(at.memory.logs.get('log-1')?.call).toMatchObject({
    id: key,
    direction: 'IN',
    state: 'CONNECTED',
    outcome: 'reached',
    note: call.text,
    participants: [
      { type: 'local', phoneNumber: '+494042' },
      { type: 'remote', phoneNumber: '+492214710562' },
    ],
    integrationEntities: [
      { id: '1', type: 'contacts', source: 'BRIDGE_WECLAPP' },
      { id: '77', type: 'deals', source: 'BRIDGE_WECLAPP' },
    ],
  });
  const unit = main(deal, { type: 'deals', id: '78' });
  const changed = await crm.change(written, unit, { ...call, text: 'Ordered three' }, key, never);
  expect(logsOf(one)).toEqual(['log-1 contacts:1', 'log-2 deals:77', 'log-3 deals:78']);
  expect(at.memory.logs.get('log-2')?.call.note).toBe('Ordered three');
  // The contact is chosen again, and has its log still.
  if (changed === 'gone') throw new Error('It is there');
  await crm.change(changed, main(contact), { ...call, text: 'Ordered four' }, key, never);
  expect(at.memory.logs.get('log-1')?.call.note).toBe('Ordered four');
  expect(at.memory.logs.size).toBe(3);
  at.refuse(404, 'No such log', /call-log/);
  expect(await crm.change(changed, main(contact), call, key, never)).toBe('gone');
});

test('whether a call may have been logged is known of refusals of one record, and of no answer', async () => {
  const { at, crm } = await connected('integration');
  const refusal = async (unit = main(contact)): Promise<unknown> => write(crm, unit).catch((reason: unknown) => reason);
  at.refuse(400, 'No', /call-log/);
  expect(await refusal()).toMatchObject(refusedAs('invalid', { provablyNotTaken: true }));
  at.refuse(400, 'No', /call-log/);
  expect(await refusal(main(contact, deal))).toMatchObject(refusedAs('invalid', { provablyNotTaken: false }));
  at.refuse(401, 'Unauthorized', /call-log/);
  expect(await refusal()).toMatchObject(refusedAs('refresh', { provablyNotTaken: false }));
  at.faults.next({ does: 'commitThenReset' }, { of: /call-log/ });
  expect(await refusal()).toMatchObject(refusedAs('unreachable', { provablyNotTaken: false }));
  expect(at.memory.logs.size).toBe(1);
  at.faults.next({ does: 'breakSchema' }, { of: /call-log/ });
  expect(await refusal()).toMatchObject(refusedAs('failed', { provablyNotTaken: false }));
  expect(await refusal(main())).toMatchObject(refusedAs('invalid', { provablyNotTaken: true }));
  expect(await crm.find(main(contact), call, key, never)).toBeNull();
  await expect(crm.remove({ id: '[]', url: null }, never)).rejects.toMatchObject(refusedAs('forbidden'));
});

test('a newer bridge whose CRM has no logs on records is told of the call as it is', async () => {
  const { at, crm } = await connected('integration');
  at.leaveOut('PUT /call-log');
  const written = await write(crm);
  expect(at.memory.newerCalls).toMatchObject([{ id: key, note: call.text }]);
  expect(await crm.change(written, main(contact), call, key, never)).toEqual(written);
  expect(at.memory.newerCalls).toHaveLength(1);
  at.leaveOut('POST /events/calls');
  await expect(write(crm)).rejects.toMatchObject({ type: 'forbidden', provablyNotTaken: true });
});

test('outcomes, types of tasks and records are those of the CRM; one without any has none', async () => {
  const { at, crm } = await connected('integration');
  expect(await crm.outcomes('de', never)).toEqual([
    { id: 'reached', label: 'Reached' },
    { id: 'voicemail', label: 'Voicemail' },
  ]);
  expect(await crm.taskTypes('de', never)).toEqual([{ id: 'CALL', label: 'Call back' }]);
  at.leaveOut('GET /call-log-metadata', 'GET /task-metadata');
  expect([await crm.outcomes('de', never), await crm.taskTypes('de', never)]).toEqual([[], []]);
  at.memory.entities.push(cooling);
  expect(await crm.entity(deal, never)).toMatchObject({ label: 'Cooling 2026', isOpen: true, isHidden: false });
  expect(await crm.entity({ type: 'deals', id: 'gone' }, never)).toBeNull();
  expect(await crm.entity(contact, never)).toMatchObject({ label: 'Uta' });
  expect(await crm.entitiesOf(contact, never)).toMatchObject([{ type: 'deals', id: '77', label: 'Cooling 2026' }]);
  expect(await crm.searchEntities('ut', ['contacts'], never)).toMatchObject([{ type: 'contacts', id: '1' }]);
  expect(await crm.searchEntities('ut', ['deals'], never)).toEqual([]);
  at.leaveOut('GET /contacts/:id/entities', 'GET /entity/:type/:id');
  expect(await crm.entitiesOf(contact, never)).toMatchObject([{ type: 'deals', id: '77' }]);
  expect(await crm.entity(deal, never)).toMatchObject({ isHidden: true });
});

test('a task has its type, its records and the moment when it is due', async () => {
  const { at, crm, connector } = await connected('integration');
  expect(connector.crm?.hasTasks).toBe(true);
  expect(await crm.createTask(task, key, never)).toEqual({ id: 'task-1', url: null });
  expect(at.memory.tasks).toEqual([
    {
      title: 'Call back',
      content: 'Offer',
      type: 'CALL',
      dueAt: Date.parse('2026-11-24T13:30:00Z'),
      integrationEntities: [{ id: '1', type: 'contacts', source: 'BRIDGE_WECLAPP' }],
    },
  ]);
});
