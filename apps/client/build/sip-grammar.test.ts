import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { shortGrammar, startRules } from './sip-grammar.ts';

interface Grammar {
  parse(text: string, rule: string): unknown;
}

const require = createRequire(import.meta.url);
const file = require.resolve('jssip/lib/Grammar');
const text = readFileSync(file, 'utf8');
const whole = require(file) as Grammar;

function evaluated(code: string): Grammar {
  const module = { exports: {} as Grammar };
  new Function('module', 'require', code)(module, createRequire(file));
  return module.exports;
}

const code = shortGrammar(text);
const short = evaluated(code);

const uris = [
  'sip:anna@example.org',
  'sip:+4930901820@[2001:db8::1]:5061;transport=ws;ob;lr;maddr=192.0.2.7;ttl=5?subject=a&to=b%40c',
  'sips:%61nna:geheim@192.0.2.7',
  'SIP:a_b-c.!~*()&=+$,;?/@x.invalid;method=INVITE;user=phone',
  'tel:+49-30-901820',
];
const samples: Readonly<Record<(typeof startRules)[number], readonly string[]>> = {
  Request_Response: [...uris.map((uri) => `INVITE ${uri} SIP/2.0`), 'SIP/2.0 200 OK', 'SIP/2.0 486 Besetzt – hier'],
  Status_Line: ['SIP/2.0 180 Ringing', 'SIP/2.0 603 '],
  Via: ['SIP/2.0/WSS 3n5q.invalid;branch=z9hG4bK1;received=192.0.2.7;rport=5060;x', 'SIP / 2.0 / UDP [::1]:5060;ttl=3'],
  From: ['"Anna \\"B\\" Ü" <sip:anna@example.org>;tag=a1;x="y z"', 'Anna Berg <sip:a@b.de>;tag=1', 'sip:a@b.de;tag=2'],
  To: ['<sip:anna@example.org>;tag=a1', 'sip:a@b.de'],
  Record_Route: ['<sip:a.de;lr>, "x" <sip:b.de;lr>;y=z', '<sip:a@192.0.2.1:5060;transport=tcp;lr>'],
  Call_ID: ['f81d4fae-7dec@foo.bar', 'abc'],
  Contact: ['*', '<sip:a@b.de;gr=urn:uuid:1>;expires=60;q=0.7;+sip.ice', '"A" <sip:a@b.de>, sip:c@d.de;x=1'],
  Content_Length: ['0', '1234'],
  Content_Type: ['application/sdp', 'multipart/mixed;boundary="x y"', 'message/sipfrag;version=2.0'],
  CSeq: ['1 INVITE', '4294967295   REGISTER', '7 FOO'],
  Max_Forwards: ['70'],
  WWW_Authenticate: [
    'Digest realm="sidetone", nonce="a/b=", qop="auth,auth-int", algorithm=MD5, stale=TRUE, opaque=""',
  ],
  Proxy_Authenticate: ['Digest realm="x",domain="sip:a.de",nonce="1",algorithm=SHA-256,foo=bar', 'Basic realm="x"'],
  Session_Expires: ['90;refresher=uas', '1800', '90;x=y;refresher=UAC'],
  Refer_To: ['<sip:a@b.de?Replaces=x%3Bto-tag%3Dy>', 'sip:a@b.de', '"B" <sip:a@b.de;method=INVITE>'],
  Replaces: ['98732@x;from-tag=1;to-tag=2;early-only', 'a;to-tag=b;from-tag=c;x=y'],
  Event: ['refer', 'dialog;id=3', 'message-summary'],
  Name_Addr_Header: ['"Anna" <sip:a@b.de>;x=y', '<sip:a@b.de>', 'Ben C <sip:b@c.de>'],
  SIP_URI: uris,
  absoluteURI: ['ws://localhost:8080/sip', 'wss://a.de/x/y;z=1?q=r', 'mailto:a@b.de', 'urn:uuid:1'],
  host: ['example.org', '192.0.2.7', '[2001:db8::7:1]', '[::ffff:192.0.2.1]', 'a', '1.2.3'],
  quoted_string: ['"anna"', '"a\\"b"', '""'],
  uuid: ['f81d4fae-7dec-11d0-a765-00a0c91e6bf6', 'x'],
};

const read = (grammar: Grammar, value: string, rule: string): string => {
  try {
    return JSON.stringify(grammar.parse(value, rule), (_key, one: unknown) => (one === undefined ? 'nothing' : one));
  } catch (cause) {
    return String(cause);
  }
};

describe('the short grammar reads what the whole one reads', () => {
  test.each(startRules)('%s', (rule) => {
    for (const sample of samples[rule]) {
      expect([sample, read(short, sample, rule)]).toEqual([sample, read(whole, sample, rule)]);
    }
    expect(samples[rule].some((sample) => read(whole, sample, rule) !== '-1')).toBe(true);
  });

  test('also of damaged headers', () => {
    const all = startRules.flatMap((rule) => samples[rule].map((sample) => ({ rule, sample })));
    const odd = fc.constantFrom(
      '',
      ' ',
      '"',
      '<',
      '>',
      ';',
      ',',
      '=',
      '@',
      ':',
      '[',
      ']',
      '%4',
      'ü',
      '\r\n ',
      '999',
      '*',
    );
    const changed = fc.tuple(fc.constantFrom(...all), fc.nat(80), fc.nat(4), odd, fc.constantFrom(...startRules, null));
    fc.assert(
      fc.property(changed, ([{ rule, sample }, at, gone, put, otherRule]) => {
        const value = sample.slice(0, at) + put + sample.slice(at + gone);
        const asked = otherRule ?? rule;
        expect(read(short, value, asked)).toBe(read(whole, value, asked));
      }),
      { numRuns: 1500 },
    );
  });
});

test('nothing is left of its reports, and much less of its code', () => {
  expect(code).not.toContain('if (reportFailures');
  expect(code.length).toBeLessThan(text.length * 0.8);
});

test('a grammar without one of the rules is refused', () => {
  expect(() => shortGrammar(text.replace('function parse_Via(', 'function parse_Way('))).toThrow('no rule Via');
});
