import { expect, test } from 'vitest';
import { readRedirection } from './redirection.ts';

test.each([
  ['an extension', ['<sip:13@127.0.0.1>'], ['13']],
  ['a number', ['"Mobile" <sip:+4917055555@sidetone;user=phone>;reason=unconditional'], ['+4917055555']],
  ['a number without brackets', ['sip:017055555@192.0.2.1'], ['017055555']],
  ['a number with parameters of its own', ['<sip:+4917055555;npdi@sidetone>'], ['+4917055555']],
  ['a telephone', ['<tel:+49-170-55555;phone-context=example.com>'], ['+4917055555']],
  ['escapes', ['<sip:%2B4917055555@sidetone>'], ['+4917055555']],
  ['the most wanted first', ['<sip:1@a>;q=0.2', '<sip:2@a>', '<sip:3@a>;q=0.7', '<sip:4@a>;q=x'], ['2', '3', '1', '4']],
  ['each once', ['<sip:13@a>', '<sip:13@b>;q=0.5'], ['13']],
  ['five at most', [1, 2, 3, 4, 5, 6].map((one) => `<sip:${one}@a>`), ['1', '2', '3', '4', '5']],
  ['nobody', ['*', '<sip:192.0.2.1>', '<mailto:a@example.com>', '<https://example.com>', '', '<sip:13@a'], []],
  ['no other method', ['<sip:13@a;method=MESSAGE>'], []],
  ['nothing that is no user part', ['<sip:1%0D%0A3@a>', `<sip:${'1'.repeat(65)}@a>`, '<sip:1%203@a>'], []],
])('reads %s', (_what, contacts, users) => {
  expect(readRedirection(contacts)).toEqual(users);
});
