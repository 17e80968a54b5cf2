import { type Dialog, dialogOfCallee, requestInside } from '@sidetone/sip/dialogs/dialog.ts';
import { answer, type fakeDevice, offer } from './fake-device.ts';
import type { FakeExchange } from './fake-exchange.ts';

export type FakeDevice = ReturnType<typeof fakeDevice>;

/** A device calls 200, the exchange answers, and the ACK is there. */
export async function answeredCall(
  exchange: FakeExchange,
  device: FakeDevice,
  extra: readonly [string, string][] = [],
): Promise<{
  readonly legId: string;
  readonly dialog: Dialog;
  readonly call: Awaited<ReturnType<FakeDevice['call']>>;
}> {
  const call = await device.call('200', extra);
  const { legId } = exchange.fact('invited');
  exchange.legs.order({ do: 'answer', legId, sdp: answer });
  await exchange.pass();
  const dialog = device.confirm(call);
  await exchange.pass();
  return { legId, dialog, call };
}

/** The exchange invites a registered device, which answers. */
export async function takenCall(
  exchange: FakeExchange,
  device: FakeDevice,
  given: { legId?: string; headers?: readonly [string, string][] } = {},
): Promise<{ readonly legId: string; readonly dialog: Dialog }> {
  const legId = given.legId ?? 'l1';
  const [contact] = await exchange.legs.contactsOf([`w-${device.username}`]);
  if (!contact) throw new Error('the device is not there');
  const target = { kind: 'device', contact } as const;
  const parties = { from: { user: '+4930111' }, to: { user: '200' } };
  exchange.legs.order({ do: 'invite', legId, sipCallId: `call-${legId}`, sessionId: 's1', target, offer, ...parties });
  await exchange.pass();
  const invite = device.requests.findLast(({ request }) => request.method === 'INVITE');
  if (!invite) throw new Error('no INVITE came');
  invite.reply(200, {
    headers: [['Contact', `<${device.contact}>`], ...(given.headers ?? [])],
    body: { type: 'application/sdp', text: answer },
  });
  const dialog = dialogOfCallee(invite.request, invite.localTag);
  if (!dialog) throw new Error('no dialog');
  await exchange.pass();
  exchange.legs.order({ do: 'acknowledge', legId });
  await exchange.pass();
  return { legId, dialog };
}

/** A request inside a dialog with header fields of its own. */
export function sendInside(
  device: FakeDevice,
  dialog: Dialog,
  method: string,
  headers: readonly (readonly [string, string])[],
  sdp?: string,
) {
  const body = sdp === undefined ? {} : { body: { type: 'application/sdp', text: sdp } };
  return device.send(
    requestInside(dialog, method, { headers: [['Contact', `<${device.contact}>`], ...headers], ...body }),
  );
}
