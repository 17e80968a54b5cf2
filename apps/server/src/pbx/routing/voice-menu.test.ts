import { type MenuSettings, menuSettings } from '@sidetone/contract/entities/voice-menu.ts';
import { describe, expect, test } from 'vitest';
import { type MenuInput, type MenuState, menuBegin, menuStep, readTyped } from './voice-menu.ts';

const menu = (given: Record<string, unknown>): MenuSettings & { name: string } => ({
  name: 'Main',
  ...menuSettings.parse(given),
});
const main = menu({
  repeats: 2,
  keys: [
    { key: '1', target: { kind: 'channel', channelId: 'sales' } },
    { key: '2', target: { kind: 'menu', menuId: 'support' } },
    { key: '*', target: { kind: 'again' } },
    { key: '#', target: { kind: 'back' } },
  ],
  nothing: { kind: 'voicemail', channelId: 'desk' },
});
const key = (pressed: '1' | '2' | '*' | '#' | '9'): MenuInput => ({ kind: 'key', key: pressed });

/** The state after a step that plays a prompt. */
function after(state: MenuState, input: MenuInput, settings = main): MenuState {
  const step = menuStep(state, settings, input);
  if (step.do !== 'prompt') throw new Error(`led to ${step.choice.target.kind}`);
  return step.state;
}

describe('a caller in a menu', () => {
  const begun = menuBegin('main');

  test('is led where their key leads', () => {
    expect(menuStep(begun, main, key('1'))).toEqual({
      do: 'lead',
      choice: { target: { kind: 'channel', channelId: 'sales' }, menus: ['main'], path: 'Main 1' },
    });
  });

  test('who has heard as many prompts as anyone may is led where their key leads, and hears no other prompt', () => {
    const late = { ...begun, prompts: 30 };
    expect(menuStep(late, main, key('1'))).toMatchObject({ choice: { target: { channelId: 'sales' } } });
    for (const one of ['2', '*', '#'] as const)
      expect(menuStep(late, main, key(one))).toMatchObject({ choice: { target: { kind: 'voicemail' } } });
  });

  test('hears the next menu, and the one before it with the key that leads back', () => {
    const below = after(begun, key('2'));
    expect(below).toMatchObject({ menuId: 'support', way: ['main'], failures: 0 });
    expect(after(below, key('#'))).toMatchObject({ menuId: 'main', way: [] });
    // Before the first menu there is none.
    expect(after(begun, key('#'))).toMatchObject({ menuId: 'main', way: [] });
  });

  test('who presses nothing or wrong keys hears it again, and then goes where that leads', () => {
    const first = menuStep(begun, main, { kind: 'wrong' });
    expect(first).toMatchObject({ do: 'prompt', isWrong: true, state: { failures: 1 } });
    const second = menuStep(after(begun, { kind: 'wrong' }), main, { kind: 'nothing' });
    expect(second).toMatchObject({ do: 'prompt', isWrong: false, state: { failures: 2 } });
    const twice = after(after(begun, { kind: 'wrong' }), { kind: 'nothing' });
    expect(menuStep(twice, main, { kind: 'wrong' })).toMatchObject({
      do: 'lead',
      choice: { target: { kind: 'voicemail', channelId: 'desk' } },
    });
  });

  test('is led somewhere though they press keys for ever', () => {
    let state = begun;
    let prompts = 0;
    for (; prompts < 100; prompts += 1) {
      const step = menuStep(state, main, key('*'));
      if (step.do === 'lead') break;
      state = step.state;
    }
    expect(prompts).toBe(29);
  });

  test('goes round in no loop, and no deeper than five menus, whatever the settings have become', () => {
    const circle = menu({ repeats: 0, keys: [{ key: '2', target: { kind: 'menu', menuId: 'main' } }] });
    const below = after(begun, key('2'));
    expect(menuStep(below, circle, key('2'))).toMatchObject({ do: 'lead', choice: { target: { kind: 'hangUp' } } });
    let state = begun;
    let depth = 1;
    for (let at = 0; at < 10; at += 1) {
      const next = menu({ keys: [{ key: '2', target: { kind: 'menu', menuId: `menu-${at}` } }] });
      const step = menuStep(state, next, key('2'));
      if (step.do === 'lead') break;
      state = step.state;
      depth += 1;
    }
    expect(depth).toBe(5);
  });
});

describe('what was typed', () => {
  const none = { channelId: null, hasLonger: false };
  const sales = { channelId: 'c-sales', hasLonger: false };

  test('is a key of the menu, without a pause where extensions cannot be dialled', () => {
    expect(readTyped('1', main, [], false)).toEqual({ kind: 'key', key: '1' });
    expect(readTyped('9', main, [], false)).toEqual({ kind: 'wrong' });
  });

  test('is waited for where extensions or names begin with it, and is the key when no digit follows', () => {
    const longer = { channelId: null, hasLonger: true };
    expect(readTyped('1', main, [longer], false)).toBe('more');
    expect(readTyped('1', main, [none, longer], false)).toBe('more');
    expect(readTyped('1', main, [longer], true)).toEqual({ kind: 'key', key: '1' });
    expect(readTyped('12', main, [sales], false)).toEqual({
      kind: 'extension',
      channelId: 'c-sales',
      extension: '12',
    });
    expect(readTyped('17', main, [none, none], false)).toEqual({ kind: 'wrong' });
    expect(readTyped('*', main, [none], true)).toEqual({ kind: 'key', key: '*' });
  });

  test('is an extension before it is a name', () => {
    const named = { channelId: 'c-named', hasLonger: true };
    expect(readTyped('726', main, [sales, named], true)).toMatchObject({ channelId: 'c-sales' });
    expect(readTyped('726', main, [none, named], true)).toMatchObject({ channelId: 'c-named' });
  });
});
