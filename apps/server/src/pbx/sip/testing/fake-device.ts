import { ackInside, type Dialog, dialogOfCallee, dialogOfCaller, requestInside } from '@sidetone/sip/dialogs/dialog.ts';
import {
  type DigestAlgorithm,
  digestResponse,
  parseDigestChallenge,
  serializeDigestCredentials,
} from '@sidetone/sip/grammar/digest.ts';
import { HeaderFields } from '@sidetone/sip/messages/headers.ts';
import { cseqOf, type SipRequest, type SipResponse } from '@sidetone/sip/messages/message.ts';
import { parseMessage } from '@sidetone/sip/messages/parse.ts';
import type { Hop } from '@sidetone/sip/transactions/hop.ts';
import type { ServerTransaction } from '@sidetone/sip/transactions/server-transaction.ts';
import { openTransactionLayer } from '@sidetone/sip/transactions/transaction-layer.ts';
import { md5, sha256 } from '../admission/authenticate.ts';
import type { Flow } from '../wires/flow.ts';
import { type FakeExchange, passwordOf } from './fake-exchange.ts';

export const offer = 'v=0\r\no=- 1 1 IN IP4 127.0.0.1\r\ns=offer\r\nt=0 0\r\n';
export const answer = 'v=0\r\no=- 2 1 IN IP4 127.0.0.1\r\ns=answer\r\nt=0 0\r\n';

let ports = 30_000;

/** A phone or a page at the other end of a fake connection; what it says and hears is real SIP. */
export function fakeDevice(
  exchange: FakeExchange,
  username: string,
  given: { transport?: 'ws' | 'udp'; address?: string; port?: number; awake?: boolean; password?: string } = {},
) {
  const { clock, core } = exchange;
  const ownPassword = given.password;
  const transport = given.transport ?? 'ws';
  ports += 1;
  const port = given.port ?? ports;
  const address = given.address ?? '127.0.0.1';
  const host = transport === 'ws' ? `${username}.invalid` : address;
  let serial = 0;
  let open = true;
  const heardTexts: string[] = [];
  const requests: ServerTransaction[] = [];
  const acks: SipRequest[] = [];
  const cancels: SipRequest[] = [];
  const device = {
    username,
    port,
    /** Whether the page's code runs, so that it answers pings. */
    awake: given.awake ?? true,
    pings: 0,
    /** Whether this device takes any notice of requests. */
    deaf: false,
    /** Whether the wire loses the next message, in either direction. */
    loses: (): boolean => false,
    heardTexts,
    requests,
    acks,
    cancels,
    get open() {
      return open;
    },
    onRequest: (_transaction: ServerTransaction): void => {},
    contact: `sip:${username}@${host}${transport === 'ws' ? ';transport=ws' : `:${port}`}`,
    instance: `<urn:uuid:${username}-${port}>`,
  };
  const flow: Flow = {
    id: `${transport}:${port}`,
    transport,
    reliable: transport === 'ws',
    remote: { address, port },
    via: { transport: transport.toUpperCase(), host: 'server.example', port: 5060 },
    trusted: false,
    get open() {
      return open;
    },
    send(text) {
      if (!open) return false;
      heardTexts.push(text);
      if (!device.loses()) clock.after(1, () => hear(text));
      return true;
    },
    keepAlive(kind) {
      if (kind === 'ping') device.pings += 1;
      if (kind === 'ping' && device.awake) clock.after(1, () => core.listener.onKeepAlive(flow, 'pong'));
    },
    close: () => drop(),
  };
  const drop = () => {
    if (!open) return;
    open = false;
    core.listener.onClose(flow);
  };
  const hop: Hop = {
    reliable: transport === 'ws',
    via: { transport: transport.toUpperCase(), host, ...(transport === 'udp' ? { port } : {}) },
    send(text) {
      if (open && !device.loses()) clock.after(1, () => open && core.listener.onMessage(flow, text));
      return open;
    },
  };
  const token = () => {
    serial += 1;
    return `${username}${port}x${serial}`;
  };
  const layer = openTransactionLayer({
    timers: clock,
    token,
    listener: {
      onRequest(transaction) {
        requests.push(transaction);
        device.onRequest(transaction);
      },
      onAck: (ack) => acks.push(ack),
      onCancel: (transaction, cancel) => {
        cancels.push(cancel);
        transaction.reply(487);
      },
    },
  });
  const hear = (text: string) => {
    if (device.deaf) return;
    const parsed = parseMessage(text);
    if (parsed.kind !== 'message') throw new Error(`the exchange sent ${parsed.kind}: ${text}`);
    if (parsed.message.kind === 'request') layer.receiveRequest(parsed.message, hop);
    else layer.receiveResponse(parsed.message);
  };
  if (transport === 'ws') core.listener.onOpen(flow);
  else exchange.udpFlows.set(`${address}:${port}`, flow);

  /** Sends a request and collects every response; a failure becomes the response `undefined`. */
  const send = (request: SipRequest) => {
    const responses: SipResponse[] = [];
    const sent = layer.request(request, hop, {
      onResponse: (response) => responses.push(response),
      onFailure: () => undefined,
    });
    return { request: sent.request, responses, cancel: () => sent.cancel() };
  };
  const build = (method: string, to: string, extra: readonly [string, string][] = [], body = ''): SipRequest => {
    const headers = new HeaderFields([
      ['Max-Forwards', '70'],
      ['From', `"${username}" <sip:${username}@server.example>;tag=${token()}`],
      ['To', `<sip:${to}@server.example>`],
      ['Call-ID', `call-${token()}`],
      ['CSeq', `1 ${method}`],
      ['Contact', `<${device.contact}>`],
    ]);
    for (const [name, value] of extra) headers.set(name, value);
    if (body !== '' && !headers.has('Content-Type')) headers.set('Content-Type', 'application/sdp');
    return { kind: 'request', method, uri: `sip:${to}@server.example`, headers, body };
  };
  /** The same request again, with the answer to a challenge. */
  const authorized = (
    request: SipRequest,
    challenged: SipResponse | undefined,
    change: { password?: string; as?: string; nc?: string; algorithm?: DigestAlgorithm; uri?: string } = {},
  ) => {
    const { algorithm = 'MD5' } = change;
    const [challenge] = (challenged?.headers.lines('WWW-Authenticate') ?? []).flatMap(
      (line) => parseDigestChallenge(line, ['MD5', algorithm]) ?? [],
    );
    if (!challenge) throw new Error('no challenge');
    const hash = algorithm === 'MD5' ? md5 : sha256;
    const as = change.as ?? username;
    const { uri = request.uri, nc = '00000001' } = change;
    const given = { nonce: challenge.nonce, uri, qop: 'auth', cnonce: 'c', nc };
    const ha1 = hash(`${as}:${challenge.realm}:${change.password ?? ownPassword ?? passwordOf(as)}`);
    const response = digestResponse(given, request.method, ha1, hash);
    const headers = new HeaderFields(request.headers);
    headers.set('CSeq', `${cseqOf(request).number + 1} ${request.method}`);
    headers.set(
      'Authorization',
      serializeDigestCredentials({ ...given, username: as, realm: challenge.realm, response, algorithm }),
    );
    return { ...request, headers };
  };
  /** Sends a request and, when challenged, sends it again; gives what came in the end. */
  const sendAuthorized = async (request: SipRequest, change: Parameters<typeof authorized>[2] = {}) => {
    const first = send(request);
    await exchange.pass();
    if (first.responses.at(-1)?.status !== 401) return first;
    const second = send(authorized(request, first.responses.at(-1), change));
    await exchange.pass();
    return second;
  };

  return Object.assign(device, {
    flow,
    hop,
    layer,
    send,
    build,
    authorized,
    sendAuthorized,
    drop,
    /** Registers and gives the final response. */
    async register(extra: readonly [string, string][] = []): Promise<SipResponse> {
      const contact = `<${device.contact}>;+sip.instance="${device.instance}";reg-id=1`;
      const sent = await sendAuthorized(
        build('REGISTER', username, [['Contact', contact], ['Expires', '600'], ...extra]),
      );
      return sent.responses.at(-1) ?? never();
    },
    /** Calls somebody with an offer. */
    call: (to: string, extra: readonly [string, string][] = []) =>
      sendAuthorized(build('INVITE', to, [['X-Client-Correlation-Id', 'session-1'], ...extra], offer)),
    /** The dialog of a call of this device that was answered, acknowledged. */
    confirm(call: { readonly request: SipRequest; readonly responses: readonly SipResponse[] }): Dialog {
      const ok = call.responses.at(-1) ?? never();
      const dialog = dialogOfCaller(call.request, ok);
      layer.sendAck(ackInside(dialog, cseqOf(ok).number), hop);
      return dialog;
    },
    /** Answers an INVITE of the exchange. */
    answer(transaction: ServerTransaction, body = answer): Dialog {
      transaction.reply(200, {
        headers: [['Contact', `<${device.contact}>`]],
        body: { type: 'application/sdp', text: body },
      });
      return dialogOfCallee(transaction.request, transaction.localTag) ?? never();
    },
    inside: (dialog: Dialog, method: string, body?: { type: string; text: string }) =>
      send(requestInside(dialog, method, { headers: [['Contact', `<${device.contact}>`]], ...(body ? { body } : {}) })),
  });
}

const never = (): never => {
  throw new Error('nothing came');
};
