import { branchOf, fromOf, registerText, requestText, responseText, sdp, type TortureCase, toOf } from './written.ts';

/** RFC 4475 §3.2 to §3.4: well formed, and a matter of transactions, of the application, or of old peers. */
export const refused: readonly TortureCase[] = [
  {
    name: 'a branch that is only the magic cookie',
    section: '3.2.1',
    write: (setting) =>
      requestText(setting, 'OPTIONS', {
        via: `Via: SIP/2.0/${setting.transport} lotte.nord.example;branch=z9hG4bK`,
        callId: `Call-ID: ${setting.callId}`,
        more: [`Subject: ${setting.id}`],
      }),
    parsed: 'message',
    fate: 200,
  },
  {
    name: 'half of what must be there is missing',
    section: '3.3.1',
    write: (setting) => requestText(setting, 'INVITE', { from: null, to: null, callId: null, hops: null, body: sdp }),
    parsed: 400,
    fate: 400,
  },
  {
    name: 'a request URI of a scheme that nobody knows',
    section: '3.3.2',
    write: (setting) => requestText(setting, 'OPTIONS', { uri: 'dream:whatever-that-is' }),
    parsed: 416,
    fate: 416,
  },
  {
    name: 'a request URI of a scheme that has nothing to do with calls',
    section: '3.3.3',
    write: (setting) => requestText(setting, 'OPTIONS', { uri: 'gopher.beep://127.0.0.1:3002' }),
    parsed: 416,
    fate: 416,
  },
  {
    name: 'addresses that are not of SIP in a REGISTER',
    section: '3.3.4',
    write: (setting) =>
      registerText(setting, {
        to: 'To: <urn:isbn:9783161484100>',
        from: `From: ${fromOf(setting, '<https://nord.example>')}`,
        contact: 'Contact: <person:Emil>',
      }),
    parsed: 'message',
    fate: 400,
  },
  {
    name: 'extensions that nobody supports',
    section: '3.3.5',
    write: (setting) =>
      requestText(setting, 'OPTIONS', { more: ['Require: teleport, foresight', 'Proxy-Require: patience'] }),
    parsed: 'message',
    fate: 420,
    tells: /^Unsupported: teleport, foresight, patience\r$/m,
  },
  {
    name: 'a body of an unknown type',
    section: '3.3.6',
    write: (setting) =>
      requestText(setting, 'INVITE', { type: 'application/opaque', body: '<sound>\r\n <g711/>\r\n</sound>\r\n' }),
    parsed: 'message',
    fate: 415,
    tells: /^Accept: .*application\/sdp/m,
  },
  {
    name: 'credentials of an unknown scheme',
    section: '3.3.7',
    write: (setting) => registerText(setting, { more: ['Authorization: Riddle answer="maybe"'] }),
    parsed: 'message',
    fate: 401,
    tells: /^WWW-Authenticate: Digest /m,
  },
  {
    name: 'several values where one belongs',
    section: '3.3.8',
    write: (setting) =>
      requestText(setting, 'INVITE', {
        more: [
          'CSeq: 77 INVITE',
          'Call-ID: another-call',
          'From: <sip:emil@nord.example>;tag=other',
          'To: <sip:301@nord.example>',
          'Max-Forwards: 5',
          'Contact: <sip:emil@127.0.0.1>',
        ],
        body: sdp,
      }),
    parsed: 400,
    fate: 400,
  },
  {
    name: 'two lengths',
    section: '3.3.9',
    write: (setting) =>
      requestText(setting, 'OPTIONS', {
        type: 'text/plain',
        body: 'Where does this end?',
        length: 'Content-Length: 12\r\nContent-Length: 6',
      }),
    parsed: 400,
    fate: 400,
    stream: 'closed',
  },
  {
    name: 'a response whose second Via is a broadcast address',
    section: '3.3.10',
    write: (setting) =>
      responseText(setting, 'SIP/2.0 200 OK').replace(
        /^(Via: .*)$/m,
        '$1\r\nVia: SIP/2.0/UDP 255.255.255.255;branch=z9hG4bKeverybody',
      ),
    parsed: 'message',
    fate: 'silence',
  },
  {
    name: 'no hop left',
    section: '3.3.11',
    write: (setting) => requestText(setting, 'OPTIONS', { hops: 'Max-Forwards: 0' }),
    parsed: 'message',
    // The exchange is who was asked; it forwards nothing.
    fate: 200,
  },
  {
    name: 'an unknown parameter of a contact',
    section: '3.3.12',
    write: (setting) => registerText(setting, { contact: 'Contact: sip:+493011@127.0.0.1;colour' }),
    parsed: 'message',
    fate: 200,
    tells: /^Contact: <sip:\+493011@127\.0\.0\.1>;[^\r]*;colour\b/m,
  },
  {
    name: 'an unknown parameter of the URI in a contact',
    section: '3.3.13',
    write: (setting) => registerText(setting, { contact: 'Contact: <sip:+493012@127.0.0.1;colour>' }),
    parsed: 'message',
    fate: 200,
    tells: /^Contact: <sip:\+493012@127\.0\.0\.1;colour>/m,
  },
  {
    name: 'header fields inside the brackets of a contact',
    section: '3.3.14',
    write: (setting) => registerText(setting, { contact: 'M: <sip:lotte@127.0.0.1?Route=%3Csip:way.nord.example%3E>' }),
    parsed: 'message',
    fate: 200,
    tells: /<sip:lotte@127\.0\.0\.1\?Route=%3Csip:way\.nord\.example%3E>/,
  },
  {
    name: 'a caller who would not understand the answer',
    section: '3.3.15',
    write: (setting) => requestText(setting, 'INVITE', { more: ['Accept: text/nonsense'], body: sdp }),
    parsed: 'message',
    fate: 406,
  },
  {
    name: 'an INVITE as RFC 2543 wrote it',
    section: '3.4.1',
    write: (setting) =>
      requestText(setting, 'INVITE', {
        via: `Via: SIP/2.0/${setting.transport} old.nord.example`,
        from: 'From: <sip:lotte@nord.example;user=phone>',
        to: `To: ${toOf(setting, 'sip:300@nord.example;user=phone')}`,
        hops: null,
        contact: null,
        more: [
          'Record-Route: <sip:300@nord.example;maddr=127.0.0.1>',
          `Subject: ${setting.id} ${branchOf(setting).length}`,
        ],
        body: sdp,
        // On a stream nothing else would end it.
        length: setting.transport === 'TCP' ? `l: ${sdp.length}` : null,
      }),
    parsed: 'message',
    fate: 'understood',
    // Without a tag it belongs to no dialog, and its Call-ID is taken.
    inside: 481,
  },
];
