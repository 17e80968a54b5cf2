import { describe, expect, test } from 'vitest';
import { isOwnPage, linkAmong, mayLeave, numberLinkOf, serverOf } from './addresses.ts';
import { placeOf } from './places.ts';

const server = 'https://phone.example';

test.each([
  ['https://phone.example/main/contacts', true],
  ['https://phone.example:443/', true],
  ['https://phone.example:8443/', false],
  ['http://phone.example/', false],
  ['https://phone.example.evil.example/', false],
  ['https://evil.example/?https://phone.example/', false],
  ['https://phone.example@evil.example/', false],
  ['data:text/html,hello', false],
  ['blob:https://phone.example/1', true],
  ['about:blank', false],
  ['file:///etc/passwd', false],
  ['', false],
])('%s is a page of the server: %s', (address, own) => {
  expect(isOwnPage(address, server)).toBe(own);
  expect(isOwnPage(address, null)).toBe(false);
});

test.each([
  ['https://help.example/', true],
  ['mailto:mara@company.example', true],
  ['file:///etc/passwd', false],
  ['smb://host/share', false],
  ['ms-msdt:/id', false],
  ['javascript:alert(1)', false],
  ['data:text/html,x', false],
  ['not an address', false],
])('%s may be handed to the system: %s', (address, may) => expect(mayLeave(address)).toBe(may));

describe('the server that a user typed', () => {
  test.each([
    ['phone.example', 'https://phone.example'],
    ['  https://phone.example:8443/main?x=1 ', 'https://phone.example:8443'],
    ['PHONE.example', 'https://phone.example'],
    ['localhost:8080', 'https://localhost:8080'],
    ['http://localhost:8080', 'http://localhost:8080'],
    ['http://127.0.0.1:8080/', 'http://127.0.0.1:8080'],
    ['http://phone.example', null],
    ['https://mara:secret@phone.example', null],
    ['file:///etc/passwd', null],
    ['javascript:alert(1)', null],
    ['', null],
    ['two words', null],
  ])('%j means %s', (typed, meant) => expect(serverOf(typed)).toBe(meant));
});

test.each([
  [['sidetone', '--autostart'], null, null],
  [['sidetone', 'tel:+4930901820'], 'tel:+4930901820', 'tel:+4930901820'],
  [['sidetone', '--x', 'TEL:11'], 'TEL:11', 'TEL:11'],
  [['sidetone', 'sidetone://dial/+4930901820'], 'sidetone://dial/+4930901820', 'tel:+4930901820'],
  [['sidetone', 'sidetone://open'], 'sidetone://open', null],
  [['sidetone', 'telephone.txt', 'tel:'], 'tel:', null],
])('started with %j the link is %s and the number %s', (argv, link, number) => {
  expect(linkAmong(argv)).toBe(link);
  expect(link === null ? null : numberLinkOf(link)).toBe(number);
});

test('a link has an end', () => {
  expect(numberLinkOf(`tel:${'1'.repeat(5000)}`)).toHaveLength(200);
});

describe('the window opens where it was', () => {
  const display = { x: 0, y: 0, width: 1920, height: 1080 };
  const right = { x: 1920, y: 0, width: 1920, height: 1080 };
  const remembered = { x: 2000, y: 100, width: 1000, height: 700 };
  test('as long as that display is there', () => {
    expect(placeOf(remembered, [display, right])).toEqual(remembered);
    expect(placeOf(remembered, [display])).toBeUndefined();
    expect(placeOf(null, [display])).toBeUndefined();
  });
  test('as long as its bar can be grabbed', () => {
    expect(placeOf({ ...remembered, x: 1850 }, [display])).toBeUndefined();
    expect(placeOf({ ...remembered, x: 1700 }, [display])).toBeDefined();
    expect(placeOf({ ...remembered, x: 100, y: -20 }, [display])).toBeUndefined();
    expect(placeOf({ ...remembered, x: 100, y: 1070 }, [display])).toBeUndefined();
  });
});
