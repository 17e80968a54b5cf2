import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { summonKeys } from './main-window.ts';
import { fakeEvent } from './testing/fake-electron.ts';
import { started, testServer } from './testing/started.ts';

const lastLoaded = (loaded: readonly string[]) => decodeURIComponent(loaded.at(-1) ?? '');

describe('the start', () => {
  test('shows the server in a page that has nothing of Node', async () => {
    const { isFirst, hands } = await started();
    const window = hands.window();
    expect(isFirst).toBe(true);
    expect(window.loaded).toEqual([`${testServer}/`]);
    expect([window.state, hands.app.sandboxed]).toEqual(['shown', true]);
    expect(window.options.webPreferences).toMatchObject({
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
    });
  });

  test('ends where the program runs already', async () => {
    const { isFirst, hands } = await started({
      prepare: ({ hands }) => {
        hands.app.locked = false;
      },
    });
    expect([isFirst, hands.windows.length, hands.app.quits]).toEqual([false, 0, 1]);
  });

  test('with the machine stays out of sight where the person wants it', async () => {
    const first = await started();
    const { folder } = first;
    expect((await started({ folder, argv: ['--autostart'] })).hands.window().state).toBe('shown');
    await first.port().ask('turnSwitch', { name: 'startMinimized', on: true });
    expect((await started({ folder, argv: ['--autostart'] })).hands.window().state).toBe('hidden');
    expect((await started({ folder })).hands.window().state).toBe('shown');
  });

  test('opens the window with the size that it had', async () => {
    const { folder, hands } = await started();
    hands.window().size = { width: 1000, height: 640 };
    expect(hands.window().close()).toBe(false);
    const again = (await started({ folder })).hands.window();
    expect(again.options).toMatchObject({ width: 1000, height: 640 });
  });

  test('survives damaged settings', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sidetone-desktop-'));
    const { hands } = await started({
      folder,
      prepare: ({ hands }) => {
        writeFileSync(join(folder, 'settings.json'), '{"server": 7, "bounds": "wide"');
        hands.presses = null;
      },
    });
    expect(hands.window().loaded).toEqual([`${testServer}/`]);
  });
});

describe('the first start', () => {
  test('asks for the server, and goes there', async () => {
    const { hands, folder } = await started({ server: null });
    const window = hands.window();
    expect(lastLoaded(window.loaded)).toContain('Adresse deines Sidetone-Servers');
    hands.servers.add('https://other.example');
    const event = fakeEvent({ url: 'sidetone://server?address=other.example' });
    window.webContents.emit('will-navigate', event);
    await setImmediate();
    expect(event.prevented).toBe(true);
    expect(window.loaded.at(-1)).toBe('https://other.example/');
    expect((await started({ folder, server: null })).hands.window().loaded).toEqual(['https://other.example/']);
  });

  test.each([
    ['file:///etc/passwd', 'Das ist keine Adresse'],
    ['silent.example', 'Unter https://silent.example antwortet kein Sidetone-Server'],
  ])('says what is wrong with %s', async (typed, words) => {
    const { hands } = await started({ server: null });
    const window = hands.window();
    const url = `sidetone://server?address=${encodeURIComponent(typed)}`;
    window.webContents.emit('will-navigate', fakeEvent({ url }));
    await setImmediate();
    expect(lastLoaded(window.loaded)).toContain(words);
    expect(lastLoaded(window.loaded)).toContain(`value="${typed}"`);
  });

  test('what was typed is never taken for markup', async () => {
    const { hands } = await started({ server: null });
    const url = `sidetone://server?address=${encodeURIComponent('"><script>alert(1)</script>')}`;
    hands.window().webContents.emit('will-navigate', fakeEvent({ url }));
    await setImmediate();
    expect(lastLoaded(hands.window().loaded)).not.toContain('<script>');
  });

  test('a page of the server cannot lead the program elsewhere', async () => {
    const { hands } = await started();
    hands.servers.add('https://evil.example');
    hands.window().webContents.emit('will-navigate', fakeEvent({ url: 'sidetone://server?address=evil.example' }));
    await setImmediate();
    expect(hands.window().loaded).toEqual([`${testServer}/`]);
  });

  test('where the server does not answer, its address can be corrected', async () => {
    const { hands } = await started({
      server: null,
      prepare: ({ hands }) => hands.servers.add(testServer),
    });
    const window = hands.window();
    window.unreachable.set(`${testServer}/`, 'ERR_CONNECTION_REFUSED');
    window.webContents.emit('will-navigate', fakeEvent({ url: 'sidetone://server?address=phone.example' }));
    await setImmediate();
    expect(lastLoaded(window.loaded)).toContain(`value="${testServer}"`);
  });
});

describe('the page', () => {
  test('stays with its server; other pages open in the browser of the system', async () => {
    const { hands } = await started();
    const { webContents } = hands.window();
    const go = (url: string) => {
      const event = fakeEvent({ url });
      webContents.emit('will-navigate', event);
      return event.prevented;
    };
    expect(go(`${testServer}/main/contacts`)).toBe(false);
    expect(go('https://help.example/')).toBe(true);
    expect(go('file:///etc/passwd')).toBe(true);
    expect(hands.opened).toEqual(['https://help.example/']);
    expect(webContents.windowOpen?.({ url: 'https://help.example/2' })).toEqual({ action: 'deny' });
    expect(webContents.windowOpen?.({ url: 'smb://host/share' })).toEqual({ action: 'deny' });
    expect(hands.opened).toEqual(['https://help.example/', 'https://help.example/2']);
    const redirect = fakeEvent({ url: 'https://evil.example/', isMainFrame: true });
    webContents.emit('will-redirect', redirect);
    const frame = fakeEvent({ url: 'https://evil.example/', isMainFrame: false });
    webContents.emit('will-frame-navigate', frame);
    const webview = fakeEvent();
    webContents.emit('will-attach-webview', webview);
    expect([redirect.prevented, frame.prevented, webview.prevented]).toEqual([true, true, true]);
  });

  test('a number pressed in the page is dialled by it', async () => {
    const { hands, port } = await started();
    const heard: unknown[] = [];
    port().hear('dial', (fact) => heard.push(fact));
    hands.window().webContents.emit('will-navigate', fakeEvent({ url: 'tel:+4930901820' }));
    expect([heard, hands.opened]).toEqual([[{ link: 'tel:+4930901820' }], []]);
  });

  test.each([
    ['microphone', 'media', { mediaTypes: ['audio'] }, true],
    ['camera', 'media', { mediaTypes: ['video'] }, false],
    ['both', 'media', { mediaTypes: ['audio', 'video'] }, false],
    ['notifications', 'notifications', {}, true],
    ['headsets', 'hid', {}, true],
    ['place', 'geolocation', {}, false],
    ['USB', 'usb', {}, false],
    ['reading what was copied', 'clipboard-read', {}, false],
    ['other programs', 'openExternal', {}, false],
  ])('may use %s: %s %o → %s', async (_, permission, details, allowed) => {
    const { hands } = await started();
    const { webContents } = hands.window();
    const answers: boolean[] = [];
    const ask = () =>
      webContents.session.request?.(webContents, permission, (granted) => answers.push(granted), details);
    ask();
    webContents.url = 'https://evil.example/';
    ask();
    expect(answers).toEqual([allowed, false]);
  });

  test('a headset that was chosen once is known at the next start', async () => {
    const { hands, folder } = await started();
    const headset = { deviceId: 'd1', vendorId: 0x0b0e, productId: 0x245e, name: 'Evolve' };
    const { session } = hands.window().webContents;
    const chosen: unknown[] = [];
    const asked = { deviceList: [headset], frame: { url: `${testServer}/` } };
    hands.button = 1; // Cancel
    session.emit('select-hid-device', fakeEvent(), asked, (id?: string) => chosen.push(id));
    await setImmediate();
    hands.button = 0;
    session.emit('select-hid-device', fakeEvent(), asked, (id?: string) => chosen.push(id));
    session.emit(
      'select-hid-device',
      fakeEvent(),
      { ...asked, frame: { url: 'https://evil.example/' } },
      (id?: string) => chosen.push(id),
    );
    await setImmediate();
    expect(chosen.toSorted()).toEqual(['d1', undefined, undefined]);
    const { session: next } = (await started({ folder })).hands.window().webContents;
    const of = (origin: string, device: object) => next.device?.({ deviceType: 'hid', origin, device });
    expect(of(testServer, headset)).toBe(true);
    expect(of('https://evil.example', headset)).toBe(false);
    expect(of(testServer, { ...headset, productId: 1 })).toBe(false);
    expect(next.device?.({ deviceType: 'usb', origin: testServer, device: headset })).toBe(false);
  });
});

describe('orders', () => {
  test.each([
    ['another site', { url: 'https://evil.example/', parent: null }],
    ['a frame of the page', { url: `${testServer}/`, parent: {} }],
    ['the first page of the program', { url: 'data:text/html,x', parent: null }],
  ])('of %s are refused', async (_, frame) => {
    const { port, hands } = await started();
    await expect(port(frame).ask('openInBrowser', { url: 'https://help.example/' })).rejects.toThrow('may not order');
    expect(hands.opened).toEqual([]);
  });

  test.each([
    ['no order', { name: 'runProgram', asked: { path: 'calc' } }],
    ['a file', { name: 'openInBrowser', asked: { url: 'file:///etc/passwd' } }],
    ['more than there is', { name: 'openInBrowser', asked: { url: 'https://help.example/', more: 1 } }],
    ['nobody', { name: 'mailTo', asked: { address: 'nobody' } }],
    ['another server', { name: 'signIn', asked: { url: 'https://evil.example/oidc/auth' } }],
  ])('that name %s are refused', async (_, { name, asked }) => {
    const { port, hands } = await started();
    await port().ask('awaitSignIn', undefined);
    await expect(port().ask(name, asked)).rejects.toThrow();
    expect(hands.opened).toEqual([]);
    hands.app.emit('will-quit');
  });

  test('failures are in the log, and nothing of what was said', async () => {
    const { port } = await started();
    await expect(port().ask('mailTo', { address: 'a secret' })).rejects.toThrow();
    const files = (await port().ask('logFiles', undefined)) as { text: string }[];
    const text = files.map((file) => file.text).join('');
    expect(text).toContain('order failed name=mailTo');
    expect(text).not.toContain('a secret');
  });

  test('keys that another program has are said to be taken', async () => {
    const { port, hands } = await started();
    hands.takenKeys.add(summonKeys);
    await expect(port().ask('turnSwitch', { name: 'globalShortcut', on: true })).rejects.toThrow('another program');
    expect(await port().ask('readSwitch', { name: 'globalShortcut' })).toBe(false);
  });

  test('the app is reloaded past the cache, unless nothing else is there', async () => {
    const { port, hands } = await started();
    const { webContents } = hands.window();
    hands.online = false;
    await port().ask('forceReload', undefined);
    expect(webContents.session.cleared).toEqual([]);
    hands.online = true;
    await port().ask('forceReload', undefined);
    expect(webContents.session.cleared).toEqual([{ storages: ['serviceworkers', 'cachestorage'] }]);
    expect(webContents.reloads).toBe(2);
  });
});

describe('the window', () => {
  test('goes out of sight when it is closed, and with the program when that ends', async () => {
    const { hands } = await started();
    const window = hands.window();
    expect([window.close(), window.state]).toEqual([false, 'hidden']);
    hands.trays[0]?.emit('click');
    expect(window.state).toBe('shown');
    hands.app.quit();
    expect(window.close()).toBe(true);
  });

  test('comes to the front by the keys, and the page is notified', async () => {
    const { hands, port, folder } = await started();
    const heard: unknown[] = [];
    port().hear('summoned', (fact) => heard.push(fact));
    await port().ask('turnSwitch', { name: 'globalShortcut', on: true });
    hands.window().close();
    hands.keys.get(summonKeys)?.();
    expect([hands.window().state, heard]).toEqual(['shown', [{}]]);
    expect((await started({ folder })).hands.keys.has(summonKeys)).toBe(true);
    await port().ask('turnSwitch', { name: 'globalShortcut', on: false });
    expect(hands.keys.size).toBe(0);
  });

  test('a number waits until the page listens', async () => {
    const { port, hands } = await started();
    const line = port();
    hands.app.emit('second-instance', {}, ['sidetone', 'tel:11']);
    hands.app.emit('second-instance', {}, ['sidetone', 'tel:12']);
    const heard: unknown[] = [];
    line.hear('dial', (fact) => heard.push(fact));
    expect(heard).toEqual([{ link: 'tel:12' }]);
  });

  test('is small for a sign-in, and afterwards as large as the person had it', async () => {
    const { port, hands, folder } = await started();
    const window = hands.window();
    window.size = { width: 1300, height: 700 };
    await port().ask('resizeWindow', { size: 'setup' });
    expect(window.size.width).toBeLessThan(800);
    window.close();
    expect((await started({ folder })).hands.window().options).toMatchObject({ width: 1300, height: 700 });
    await port().ask('resizeWindow', { size: 'main' });
    expect(window.size).toEqual({ width: 1300, height: 700 });
    window.size = { width: 1000, height: 600 };
    await port().ask('resizeWindow', { size: 'main' });
    expect(window.size).toEqual({ width: 1000, height: 600 });
    window.maximize();
    await port().ask('resizeWindow', { size: 'setup' });
    expect(window.size).toEqual({ width: 1000, height: 600 });
  });

  test('tells in the tray and on the taskbar how much waits', async () => {
    const { port, hands } = await started();
    await port().ask('setBadge', { count: 3 });
    expect([hands.trays[0]?.tip, hands.window().mark]).toEqual(['Sidetone (3)', '3']);
    await port().ask('setBadge', { count: 0 });
    expect([hands.trays[0]?.tip, hands.window().mark]).toEqual(['Sidetone', null]);
  });

  test('a declined call leaves it where it is, an accepted one brings it', async () => {
    const { port, hands } = await started();
    const notice = {
      tag: 'call',
      title: 'Jonas',
      body: '',
      actions: [
        { id: 'accept', title: 'A' },
        { id: 'decline', title: 'D' },
      ],
    };
    const window = hands.window();
    window.close();
    for (const [actionIndex, state] of [
      [1, 'hidden'],
      [0, 'shown'],
    ] as const) {
      await port().ask('notify', notice);
      for (const shown of hands.notifications.shown) shown.emit('action', { actionIndex });
      expect(window.state).toBe(state);
    }
  });
});

test('on Linux the program starts with the machine by a file that the system reads', async () => {
  const { port, folder } = await started({ platform: 'linux' });
  const file = join(folder, 'autostart', 'sidetone.desktop');
  await port().ask('turnSwitch', { name: 'launchOnStartup', on: true });
  expect(readFileSync(file, 'utf8')).toContain('--autostart');
  await port().ask('turnSwitch', { name: 'launchOnStartup', on: false });
  expect(existsSync(file)).toBe(false);
});

test('links with numbers come to the program that was installed, and to no other', async () => {
  expect((await started()).hands.app.protocols).toEqual(['sidetone', 'tel', 'callto']);
  const prepare = ({ hands }: { hands: { app: { isPackaged: boolean } } }) => {
    hands.app.isPackaged = false;
  };
  const { hands, port, folder } = await started({ platform: 'linux', prepare });
  expect(hands.app.protocols).toEqual([]);
  await port().ask('turnSwitch', { name: 'launchOnStartup', on: true });
  const file = readFileSync(join(folder, 'autostart', 'sidetone.desktop'), 'utf8');
  expect(file).toMatch(/^Exec=".*exe" "\/src\/apps\/desktop" "--autostart"$/m);
});

test('signing in leads to the browser of the system and back', async () => {
  const { port, hands } = await started();
  const redirect = (await port().ask('awaitSignIn', undefined)) as string;
  expect(redirect).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/signed-in$/);
  const signIn = port().ask('signIn', { url: `${testServer}/oidc/auth?x=1` });
  await expect.poll(() => hands.opened).toEqual([`${testServer}/oidc/auth?x=1`]);
  hands.window().close();
  expect((await fetch(`${new URL(redirect).origin}/favicon.ico`)).status).toBe(404);
  expect((await fetch(redirect)).status).toBe(404);
  // No address at all, and one of another host: what others ask for neither ends the program nor the sign-in.
  for (const path of ['//', '//elsewhere.example/signed-in?state=s'])
    expect((await fetch(`${new URL(redirect).origin}${path}`)).status).toBe(404);
  const back = await fetch(`${redirect}?code=c&state=s`);
  expect([back.status, await back.text()]).toEqual([200, expect.stringContaining('Du bist angemeldet')]);
  expect(await signIn).toBe(`${redirect}?code=c&state=s`);
  expect(hands.window().state).toBe('shown');
  await expect(fetch(redirect)).rejects.toThrow();
});

test('of two sign-ins that begin at the same time one listens', async () => {
  const { port, hands } = await started();
  const begin = () => port().ask('awaitSignIn', undefined) as Promise<string>;
  const asked = await Promise.allSettled((await Promise.all([begin(), begin()])).map((redirect) => fetch(redirect)));
  expect(asked.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  hands.app.emit('will-quit');
});

test('a second sign-in gives up the first', async () => {
  const { port, hands } = await started();
  await port().ask('awaitSignIn', undefined);
  const first = port().ask('signIn', { url: `${testServer}/oidc/auth` });
  await expect.poll(() => hands.opened.length).toBe(1);
  await port().ask('awaitSignIn', undefined);
  await expect(first).rejects.toThrow('another sign-in began');
  hands.app.emit('will-quit');
});
