import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { scrubbed } from './log/log-scrub.ts';
import { logLine, logLines, startLogBook } from './log-book.ts';

describe('secrets are removed from a line', () => {
  const jwt = 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJtYXJhIn0.c2lnbmF0dXJl';
  test.each([
    ['a number', ['calling +49 30 901820-33'], 'calling …033'],
    ['a national number', ['030/901820 rings'], '…820 rings'],
    ['a number in an object', [{ to: '+493023125410', line: 2 }], '{"to":"…410","line":2}'],
    ['a SIP address', ['INVITE sip:+493023125410@pbx.example'], 'INVITE sip:…410@pbx.example'],
    [
      'an address of a page',
      ['at /main/channels/private/number/%2B4930901820/x'],
      'at /main/channels/private/number/…820/x',
    ],
    ['a number with dots', ['030.901820'], '030.…820'],
    ['a mailbox', ['mail to mara.lind@company.example'], 'mail to …@company.example'],
    ['a token', [`got ${jwt} back`], 'got … back'],
    ['a header', ['Authorization: Bearer abc.def'], 'Authorization: Bearer …'],
    ['a header in an object', [{ authorization: 'Bearer abc' }], '{"authorization":"…"}'],
    ['a password', [{ user: 'mara', password: 'hunter2' }], '{"user":"mara","password":"…"}'],
    ['a secret of an address', ['GET /signed-in?code=abc&state=xyz&x=1'], 'GET /signed-in?code=…&state=…&x=1'],
    ['the way into an account', ['opened /invitation/Zm9vYmFy'], 'opened /invitation/…'],
    ['a password in an address', ['https://mara:hunter2@dav.example/'], 'https://…@dav.example/'],
    ['text over many lines', ['one\n  two'], 'one ⏎ two'],
  ])('%s', (_, parts, line) => expect(scrubbed(parts)).toBe(line));

  test.each([
    ['an id', 'event pbx-0f8fad5b-d9cb-469f-a165-70867728950e'],
    ['an id that begins with digits', 'call 12345678-1234-4123-8123-123456789abc'],
    ['a moment', 'at 2026-11-22T12:08:53.123Z'],
    ['a short number', 'extension 4711'],
    ['a version', 'agent Chrome/141.0.7390.54'],
  ])('%s stays', (_, text) => expect(scrubbed([text])).toBe(text));

  test('an error has its origin and its causes, without secrets in them', () => {
    const cause = Object.assign(new TypeError('no route to +493023125410'), { code: 'DIAL_FAILED' });
    const line = scrubbed(['call failed', new Error('not dialled', { cause })]);
    expect(line).toMatch(/^call failed Error: not dialled ⏎ at /);
    expect(line).toContain('caused by TypeError: no route to …410 (DIAL_FAILED)');
    expect(line).not.toContain('493023');
  });

  test('an unreadable value is marked as such, and a long line ends', () => {
    const loop: Record<string, unknown> = {};
    loop['itself'] = loop;
    expect(scrubbed([loop])).toBe('[not readable]');
    expect(scrubbed(['word '.repeat(10_000)])).toHaveLength(2000);
  });
});

describe('the log book', () => {
  const listeners = new Map<string, (event: object) => void>();
  const printed: unknown[][] = [];
  const stored = new Map<string, string>();
  const original = { info: console.info, warn: console.warn, error: console.error };

  beforeEach(() => {
    stored.clear();
    printed.length = 0;
    Object.assign(console, {
      info: (...parts: unknown[]) => printed.push(parts),
      warn: (...parts: unknown[]) => printed.push(parts),
      error: (...parts: unknown[]) => printed.push(parts),
    });
    vi.stubGlobal('addEventListener', (name: string, listener: (event: object) => void) =>
      listeners.set(name, listener),
    );
    vi.stubGlobal('location', { pathname: '/main' });
    vi.stubGlobal('sessionStorage', {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
      removeItem: (key: string) => stored.delete(key),
    });
  });
  afterEach(() => {
    Object.assign(console, original);
    vi.unstubAllGlobals();
  });

  const last = () => logLines().at(-1)?.replace(/^\S+ /, '');

  test('has the lines of the console, which still gets them', () => {
    startLogBook();
    expect(last()).toMatch(/^info page loaded \{"path":"\/main"/);
    console.warn('[audio] no sound', { id: 7 });
    expect(last()).toBe('warn [audio] no sound {"id":7}');
    expect(printed).toEqual([['[audio] no sound', { id: 7 }]]);
    listeners.get('error')?.({ error: new RangeError('too far'), message: 'too far' });
    expect(last()).toMatch(/^error not caught RangeError: too far/);
    listeners.get('unhandledrejection')?.({ reason: 'gone' });
    expect(last()).toBe('error not caught gone');
    logLine('info', 'rated');
    logLine('info', 'signed in', { token: 'abc', as: 'user-1' });
    expect(last()).toBe('info signed in {"token":"…","as":"user-1"}');
  });

  test('continues after the page was reloaded', () => {
    logLine('error', 'page failed');
    listeners.get('pagehide')?.({});
    const kept = stored.get('sidetone.log');
    expect(kept?.split('\n').at(-1)).toMatch(/error page failed$/);
    startLogBook();
    expect(logLines().some((line) => line.endsWith('error page failed'))).toBe(true);
    expect(stored.has('sidetone.log')).toBe(false);
  });

  test('has a limit: the oldest lines go', () => {
    for (let line = 0; line < 2500; line += 1) logLine('info', `line ${line}`);
    expect(logLines()).toHaveLength(2000);
    expect([logLines()[0], logLines().at(-1)].map((line) => line?.replace(/^\S+ info /, ''))).toEqual([
      'line 500',
      'line 2499',
    ]);
  });
});
