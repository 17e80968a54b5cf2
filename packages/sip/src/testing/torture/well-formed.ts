import { branchOf, fromOf, registerText, requestText, responseText, sdp, type TortureCase, toOf } from './written.ts';

const long = (word: string, times: number): string => word.repeat(times);

/** RFC 4475 §3.1.1: unusual, and nothing wrong with it. */
export const wellFormed: readonly TortureCase[] = [
  {
    name: 'spaces, folded lines and compact names everywhere',
    section: '3.1.1.1',
    write: (setting) =>
      requestText(setting, 'INVITE', {
        uri: 'sip:300@nord.example;odd',
        via: `VIA  :\r\n SIP /\r\n  2.0 /${setting.transport}\r\n\tlotte.nord.example ;\r\n branch = ${branchOf(setting)} , SIP/ 2.0 /TCP   old.nord.example;branch=\r\n z9hG4bKbelow`,
        from: `fRoM   : "Lotte \\\\ \\"L\\""    <sip:lotte@nord.example>\r\n ;\r\n  tag = ${setting.fromTag}`,
        to: `T :\r\n  ${toOf(setting, '<sip:300@nord.example>')}`,
        hops: 'mAx-FORWARDS: 0070',
        cseq: `cseq:  000${setting.cseq}\r\n\tINVITE`,
        contact: 'm:"Lotte" <sip:lotte@127.0.0.1:40000> ; fresh =\r\n  air ;\r\n other ; q = 0.5',
        more: ['s :', 'Strange: ;;,,;,;;', 'Unknown:  first\r\n   second'],
        body: sdp,
        length: `l   :\r\n ${sdp.length}`,
      }),
    parsed: 'message',
    fate: 'understood',
  },
  {
    name: 'every character that a token may hold',
    section: '3.1.1.2',
    write: (setting) =>
      requestText(setting, "~Odd.method-!%*_+`'9", {
        uri: "sip:odd_user.-!~*'()&=+$,;?/:pass&=+$,word@nord.example",
        from: `From: one-.!%*_+\`'~ two <sip:lotte@nord.example>;p!x.="äöü 電話";tag=${setting.fromTag}`,
        to: `To: ${toOf(setting, '"BEL:\\\x07 NUL:\\\0 DEL:\\\x7f" <sip:300@nord.example>')}`,
        more: ["More-!.%*+_`'~:\ufeff電話"],
        hops: 'Max-Forwards: 255',
      }),
    parsed: 'message',
    fate: 405,
  },
  {
    name: 'percent escapes in URIs',
    section: '3.1.1.3',
    write: (setting) =>
      requestText(setting, 'INVITE', {
        uri: 'sip:sips%3A300%40away.example@nord.example',
        from: `From: ${fromOf(setting, '<sip:Lotte%20with%20spaces@nord.example>')}`,
        to: `To: ${toOf(setting, '<sip:%33%30%30@nord.example>')}`,
        contact: 'Contact: <sip:l%6Ftte@127.0.0.1:40000;%6C%72;n%61me=v%61lue%25%34%31>',
        body: sdp,
      }),
    parsed: 'message',
    fate: 'understood',
  },
  {
    name: 'an escaped zero byte in a URI',
    section: '3.1.1.4',
    write: (setting) =>
      registerText(setting, {
        from: `From: ${fromOf(setting, '<sip:zero-%00-zero@nord.example>')}`,
        contact: 'Contact: <sip:%00@127.0.0.1:40000>\r\nContact: <sip:%00%00@127.0.0.1:40000>',
      }),
    parsed: 'message',
    fate: 200,
    tells: /<sip:%00%00@/,
  },
  {
    name: 'a percent sign where nothing is escaped',
    section: '3.1.1.5',
    write: (setting) =>
      requestText(setting, 'IN%56ITE', {
        from: `From: ${fromOf(setting, '"%Q%41" <sip:lotte@nord.example>')}`,
        more: ['C%6Fntact: <sip:second@127.0.0.1:40001>'],
      }),
    parsed: 'message',
    fate: 405,
  },
  {
    name: 'a display name without a space behind it',
    section: '3.1.1.6',
    write: (setting) =>
      requestText(setting, 'OPTIONS', { from: `From: ${fromOf(setting, 'lotte<sip:lotte@nord.example>')}` }),
    parsed: 'message',
    fate: 200,
  },
  {
    name: 'very long values',
    section: '3.1.1.7',
    write: (setting) =>
      requestText(setting, 'INVITE', {
        to: `To: ${toOf(setting, `"${long('wide ', 60)}"<sip:300@nord.example:6000;p=${long('v', 300)};${long('name', 90)}=x>`)}`,
        from: `F: ${fromOf(setting, `<sip:${long('lotte', 50)}@nord.example>`)};unknown=${long('x', 400)}`,
        via: [
          `V: SIP/2.0/${setting.transport} first.nord.example;branch=${branchOf(setting)}${long('b', 300)}`,
          ...Array.from({ length: 40 }, (_, index) => `vIA : SIP/2.0/TCP hop${index}.nord.example`),
        ].join('\r\n'),
        more: [`${long('Long-', 30)}Name: ${long('long', 120)}; ${long('p', 200)} = ${long('q', 200)}`],
        contact: `Contact: <sip:${long('lotte', 40)}@127.0.0.1:40000>`,
        body: sdp,
      }),
    parsed: 'message',
    fate: 'understood',
  },
  {
    name: 'a second request behind the first in one datagram',
    section: '3.1.1.8',
    write: (setting) =>
      `${registerText(setting)}\r\n\r\n${requestText(
        { ...setting, id: 'behind', callId: 'behind', toTag: '', transport: 'UDP' },
        'INVITE',
        { body: sdp },
      )}`,
    parsed: 'message',
    fate: 200,
  },
  {
    name: 'a semicolon in a user part',
    section: '3.1.1.9',
    write: (setting) =>
      requestText(setting, 'OPTIONS', {
        uri: 'sip:300;by=emil%40west.example@nord.example',
        more: ['Accept: application/sdp, text/plain,\r\n  multipart/mixed'],
      }),
    parsed: 'message',
    fate: 200,
  },
  {
    name: 'transports that nobody knows',
    section: '3.1.1.10',
    write: (setting) =>
      requestText(setting, 'OPTIONS', {
        via: [
          `Via: SIP/2.0/${setting.transport} lotte.nord.example;branch=${branchOf(setting)}`,
          ...['SCTP', 'TLS', 'PIGEON', 'TCP'].map(
            (way) => `Via: SIP/2.0/${way} ${way.toLowerCase()}.nord.example;branch=z9hG4bK${way}`,
          ),
        ].join('\r\n'),
      }),
    parsed: 'message',
    fate: 200,
    tells: /SIP\/2\.0\/PIGEON pigeon\.nord\.example/,
  },
  {
    name: 'a body of many parts, one of them binary',
    section: '3.1.1.11',
    write: (setting) =>
      requestText(setting, 'MESSAGE', {
        type: 'multipart/mixed;boundary=edge',
        more: ['Content-Transfer-Encoding: binary'],
        body: `--edge\r\nContent-Type: text/plain\r\n\r\nHello\r\n--edge\r\nContent-Type: application/octet-stream\r\n\r\n0\x82\x01R\x06\t*\x86\0\r\r\n\n\xff\x00\r\n--edge--`,
      }),
    parsed: 'message',
    fate: 405,
  },
  {
    name: 'a reason phrase beyond ASCII',
    section: '3.1.1.12',
    write: (setting) => responseText(setting, 'SIP/2.0 200 = 2³ · 5² — zweihundert, двести'),
    parsed: 'message',
    fate: 'silence',
  },
  {
    name: 'no reason phrase',
    section: '3.1.1.13',
    write: (setting) => responseText(setting, 'SIP/2.0 100 '),
    parsed: 'message',
    fate: 'silence',
  },
];
