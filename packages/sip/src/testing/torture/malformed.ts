import { branchOf, fromOf, registerText, requestText, responseText, sdp, type TortureCase, toOf } from './written.ts';

/** RFC 4475 §3.1.2: broken in its form. */
export const malformed: readonly TortureCase[] = [
  {
    name: 'separators without anything between them',
    section: '3.1.2.1',
    write: (setting) =>
      requestText(setting, 'INVITE', {
        via: `Via: SIP/2.0/${setting.transport} lotte.nord.example;branch=${branchOf(setting)};;,;,,`,
        contact: 'Contact: "Lotte" <sip:lotte@127.0.0.1>;;;;',
        body: sdp,
      }),
    parsed: 400,
    fate: 400,
  },
  {
    name: 'a length beyond what came',
    section: '3.1.2.2',
    write: (setting) => requestText(setting, 'INVITE', { body: sdp, length: 'Content-Length: 9000' }),
    parsed: 400,
    fate: 400,
    stream: 'waits',
  },
  {
    name: 'a length below zero',
    section: '3.1.2.3',
    write: (setting) => requestText(setting, 'INVITE', { body: sdp, length: 'Content-Length: -20' }),
    parsed: 400,
    fate: 400,
    stream: 'closed',
  },
  {
    name: 'numbers beyond all bounds in a request',
    section: '3.1.2.4',
    write: (setting) =>
      registerText(setting, {
        cseq: 'CSeq: 18446744073709551616 REGISTER',
        hops: 'Max-Forwards: 400',
        contact: `Contact: <sip:lotte@127.0.0.1>;expires=${'9'.repeat(30)}`,
        more: [`Expires: 1${'0'.repeat(80)}`],
      }),
    parsed: 400,
    fate: 400,
  },
  {
    name: 'numbers beyond all bounds in a response',
    section: '3.1.2.5',
    write: (setting) =>
      responseText(setting, 'SIP/2.0 503 Service Unavailable', [
        `Retry-After: ${'8'.repeat(30)}`,
        'Warning: 9999 nord.example "much"',
      ]).replace(/^CSeq: \d+/m, `CSeq: ${'7'.repeat(22)}`),
    parsed: 'garbage',
    fate: 'silence',
  },
  {
    name: 'a quote that never ends',
    section: '3.1.2.6',
    write: (setting) =>
      requestText(setting, 'INVITE', { to: `To: ${toOf(setting, '"Emil <sip:300@nord.example>')}`, body: sdp }),
    parsed: 400,
    fate: 400,
  },
  {
    name: 'a request URI in brackets',
    section: '3.1.2.7',
    write: (setting) => requestText(setting, 'INVITE', { uri: '<sip:300@nord.example>', body: sdp }),
    parsed: 400,
    fate: 400,
  },
  {
    name: 'a space inside the request URI',
    section: '3.1.2.8',
    write: (setting) => requestText(setting, 'INVITE', { uri: 'sip:300@nord.example; lr', body: sdp }),
    parsed: 400,
    fate: 400,
  },
  {
    name: 'two spaces in the start line',
    section: '3.1.2.9',
    write: (setting) => requestText(setting, 'INVITE', { line: 'INVITE  sip:300@nord.example  SIP/2.0', body: sdp }),
    parsed: 400,
    fate: 400,
  },
  {
    name: 'spaces behind the start line',
    section: '3.1.2.10',
    write: (setting) => requestText(setting, 'OPTIONS', { line: 'OPTIONS sip:300@nord.example SIP/2.0  ' }),
    parsed: 400,
    fate: 400,
  },
  {
    name: 'header fields in the request URI',
    section: '3.1.2.11',
    write: (setting) =>
      requestText(setting, 'INVITE', { uri: 'sip:300@nord.example?Route=%3Csip:trap.example;lr%3E', body: sdp }),
    parsed: 'message',
    fate: 'understood',
  },
  {
    name: 'a date of another time zone',
    section: '3.1.2.12',
    write: (setting) => requestText(setting, 'INVITE', { more: ['Date: Mon, 05 Jan 2026 09:00:00 CET'], body: sdp }),
    parsed: 'message',
    fate: 'understood',
  },
  {
    name: 'a contact with header fields and no brackets',
    section: '3.1.2.13',
    write: (setting) => registerText(setting, { contact: 'Contact: sip:lotte@127.0.0.1?Route=%3Csip:trap.example%3E' }),
    parsed: 400,
    fate: 400,
  },
  {
    name: 'spaces inside the brackets of an address',
    section: '3.1.2.14',
    write: (setting) =>
      requestText(setting, 'OPTIONS', { to: `To: ${toOf(setting, '"Emil" < sip:300@nord.example >')}` }),
    parsed: 400,
    fate: 400,
  },
  {
    name: 'a display name that needs quotes and has none',
    section: '3.1.2.15',
    write: (setting) =>
      requestText(setting, 'OPTIONS', { from: `From: ${fromOf(setting, 'Nord, Lotte <sip:lotte@nord.example>')}` }),
    // Nothing else could be meant, so it is taken as it is.
    parsed: 'message',
    fate: 200,
  },
  {
    name: 'another version of SIP',
    section: '3.1.2.16',
    write: (setting) =>
      requestText(setting, 'OPTIONS', {
        line: 'OPTIONS sip:300@nord.example SIP/9.1',
        via: `Via: SIP/9.1/${setting.transport} lotte.nord.example;branch=${branchOf(setting)}`,
      }),
    parsed: 505,
    fate: 505,
  },
  {
    name: 'a method that differs from its CSeq',
    section: '3.1.2.17',
    write: (setting) => requestText(setting, 'OPTIONS', { cseq: `CSeq: ${setting.cseq} INVITE` }),
    parsed: 400,
    fate: 400,
  },
  {
    name: 'an unknown method that differs from its CSeq',
    section: '3.1.2.18',
    write: (setting) => requestText(setting, 'TELEPORT', { cseq: `CSeq: ${setting.cseq} INVITE`, body: sdp }),
    parsed: 400,
    fate: 400,
  },
  {
    name: 'a status beyond all bounds',
    section: '3.1.2.19',
    write: (setting) => responseText(setting, 'SIP/2.0 18446744073709551816 may break things'),
    parsed: 'garbage',
    fate: 'silence',
  },
  {
    name: 'a start line without a version, and a line that is no header field',
    section: '',
    write: (setting) =>
      requestText(setting, 'INVITE', { line: 'INVITE sip:300@nord.example', more: ['Two words'], body: sdp }),
    parsed: 'garbage',
    fate: 'silence',
  },
];
