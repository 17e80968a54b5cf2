import { randomUUID } from 'node:crypto';
import { PhoneCall, type SipPhone } from './sip-phone.ts';

/** Subscribes a phone to an event of somebody; each NOTIFY of it is kept in `notified` of what this gives. */
export async function subscribe(
  phone: SipPhone,
  event: string,
  to: string,
): Promise<{ readonly status: number; readonly told: PhoneCall }> {
  const uri = `sip:${to}@127.0.0.1`;
  const ids = { callId: randomUUID(), from: `<sip:lamp@127.0.0.1>;tag=${randomUUID()}`, to: `<${uri}>` };
  const told = new PhoneCall(phone, ids, uri);
  phone.calls.set(ids.callId, told);
  const request = phone.build('SUBSCRIBE', uri, ids);
  request.headers.add('Event', event);
  request.headers.add('Expires', '300');
  return { status: (await phone.ask(request)).status, told };
}
