import { udpWire } from '../../apps/server/src/pbx/sip/testing/real-wires.ts';
import { type Account, openTorturer, proven } from '../../apps/server/src/pbx/sip/testing/torturer.ts';
import { responseTo } from '../../packages/sip/src/messages/message.ts';
import { parseMessage } from '../../packages/sip/src/messages/parse.ts';
import { serializeMessage } from '../../packages/sip/src/messages/serialize.ts';
import { registerText, sdp } from '../../packages/sip/src/testing/torture/written.ts';

/** A phone over UDP that registers and says yes to whatever it is asked; gives the way to put it away. */
export async function answeringPhone(host: string, port: number, account: Account): Promise<() => void> {
  const wire = await udpWire(port, host);
  const contact = `Contact: <sip:${account.username}@127.0.0.1:${wire.localPort}>`;
  const answering = { ...wire, next: async () => answered(await wire.next()) };
  const answered = (text: string): string => {
    const parsed = parseMessage(text);
    if (parsed.kind !== 'message' || parsed.message.kind !== 'request' || parsed.message.method === 'ACK') return text;
    const body = parsed.message.method === 'INVITE' ? { body: { type: 'application/sdp', text: sdp } } : {};
    const headers: [string, string][] = [['Contact', contact.slice('Contact: '.length)]];
    wire.send(serializeMessage(responseTo(parsed.message, 200, { toTag: 'answering', headers, ...body })));
    return text;
  };
  const phone = openTorturer(answering, 'UDP', account);
  const setting = (id: string, cseq: number) => ({
    id,
    transport: 'UDP' as const,
    user: account.username,
    callId: `answering${wire.localPort}`,
    fromTag: 'answering',
    toTag: '',
    cseq,
  });
  const first = await phone.send(registerText(setting('ap1', 1), { contact }), 'z9hG4bKap1');
  if (typeof first === 'string') throw new Error(`the answering phone heard ${first}`);
  const again = proven(registerText(setting('ap2', 2), { contact }), first.text, account);
  const registered = await phone.send(again, 'z9hG4bKap2');
  if (typeof registered === 'string' || registered.status !== 200)
    throw new Error('the answering phone cannot register');
  return () => phone.close();
}
