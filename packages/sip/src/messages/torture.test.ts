import { expect, test } from 'vitest';
import { parseNameAddr } from '../grammar/name-addr.ts';
import { parseUri } from '../grammar/uri.ts';
import { cseqOf, fromOf, toOf, viaOf } from './message.ts';
import { parseMessage } from './parse.ts';

/** Messages after RFC 4475. */
const read = (lines: readonly string[]) => {
  const parsed = parseMessage([...lines, '', ''].join('\r\n'));
  return parsed.kind === 'message' ? parsed.message : parsed;
};

test('a short tortuous INVITE is understood (§3.1.1.1)', () => {
  const message = read([
    'INVITE sip:vivekg@chair-dnrc.example.com;unknownparam SIP/2.0',
    'TO :',
    ' sip:vivekg@chair-dnrc.example.com ;   tag    = 1918181833n',
    'from   : "J Rosenberg \\\\\\""       <sip:jdrosen@example.com>',
    '  ;',
    '  tag = 98asjd8',
    'MaX-fOrWaRdS: 0068',
    'Call-ID: wsinv.ndaksdj@192.0.2.1',
    'cseq: 0009',
    '  INVITE',
    'Via  : SIP  /   2.0',
    ' /UDP',
    '    192.0.2.2;branch=390skdjuw',
    's :',
    'NewFangledHeader:   newfangled value',
    ' continued newfangled value',
    'UnknownHeaderWithUnusualValue: ;;,,;;,;',
    'Route:',
    ' <sip:services.example.com;lr;unknownwith=value;unknown-no-value>',
    'v:  SIP  / 2.0  / TCP     spindle.example.com   ;',
    '  branch  =   z9hG4bK9ikj8  ,',
    ' SIP  /    2.0   / UDP  192.168.255.111   ; branch=',
    ' z9hG4bK30239',
    'm:"Quoted string \\"\\"" <sip:jdrosen@example.com> ; newparam =',
    '      newvalue ;',
    '  secondparam ; q = 0.33',
  ]);
  if (message.kind !== 'request') throw new Error(JSON.stringify(message));
  expect(cseqOf(message)).toEqual({ number: 9, method: 'INVITE' });
  expect(toOf(message)).toMatchObject({ uri: 'sip:vivekg@chair-dnrc.example.com' });
  expect(toOf(message).parameters.get('tag')).toBe('1918181833n');
  expect(fromOf(message)).toMatchObject({ name: 'J Rosenberg \\"', uri: 'sip:jdrosen@example.com' });
  expect(viaOf(message)).toMatchObject({ transport: 'UDP', host: '192.0.2.2' });
  expect(message.headers.list('Via')).toHaveLength(3);
  const contact = parseNameAddr(message.headers.list('Contact')[0] ?? '');
  expect([contact?.name, contact?.parameters.get('newparam'), contact?.parameters.get('q')]).toEqual([
    'Quoted string ""',
    'newvalue',
    '0.33',
  ]);
});

const head = (method: string, to = '<sip:u@example.com>') => [
  `${method} sip:u@example.com SIP/2.0`,
  "Via: SIP/2.0/TCP host1.example.com;branch=z9hG4bK-.!%66*_+`'~",
  'Max-Forwards: 70',
  "From: <sip:caller@example.net>;tag=_token~1'+`*%!-.",
  `To: ${to}`,
  'Call-ID: a%Z~)(><:\\/"][?}{@!%66*_+`\'~',
  `CSeq: 139122385 ${method}`,
];

test('a method, tags and a Call-ID may hold unusual characters (§3.1.1.2)', () => {
  const method = "!interesting-Method0123456789_*+`.%indeed'~";
  expect(read(head(method))).toMatchObject({ kind: 'request', method });
});

test('escapes in a user part are undone, once (§3.1.1.3, §3.1.1.5)', () => {
  expect(parseUri('sip:sips%3Auser%40example.com@example.net')?.user).toBe('sips:user@example.com');
  expect(parseUri('sip:null-%00-null@example.com')?.user).toBe('null-\0-null');
  expect(parseUri('sip:%2541@example.com')?.user).toBe('%41');
});

test('a display name needs no quotes and no space before its URI (§3.1.1.6)', () => {
  expect(read(head('OPTIONS', 'caller<sip:caller@example.com>;tag=323'))).toMatchObject({ kind: 'request' });
});

test('a response may have any phrase or none (§3.1.1.12, §3.1.1.13)', () => {
  const lines = head('INVITE').slice(1);
  expect(read(['SIP/2.0 200 = 2**3 * 5**2 но сто девяносто девять', ...lines])).toMatchObject({ status: 200 });
  expect(read(['SIP/2.0 100 ', ...lines])).toMatchObject({ status: 100, phrase: '' });
});

test.each([
  ['a quote that never ends (§3.1.2.6)', head('INVITE', '"Mr. J. User <sip:j.user@example.com>'), 400],
  ['a request URI in brackets (§3.1.2.7)', ['INVITE <sip:user@example.com> SIP/2.0', ...head('INVITE').slice(1)], 400],
  ['spaces in the request URI (§3.1.2.8)', ['INVITE sip:u@e.com; lr SIP/2.0', ...head('INVITE').slice(1)], 400],
  ['a method that differs from its CSeq (§3.1.2.17)', ['BYE sip:u@e.com SIP/2.0', ...head('INVITE').slice(1)], 400],
  [
    'a CSeq beyond all numbers (§3.1.2.4)',
    head('INVITE').map((line) => line.replace('139122385', '36893488147419103232')),
    400,
  ],
  ['an unknown version (§3.1.2.16)', ['OPTIONS sip:t1@e.com SIP/7.0', ...head('OPTIONS').slice(1)], 505],
])('%s is refused or dropped', (_, lines, status) => {
  const result = read(lines);
  expect(result.kind === 'refusal' ? result.status : undefined).toBe(status);
  expect(result.kind).toBe(status === undefined ? 'garbage' : 'refusal');
});
