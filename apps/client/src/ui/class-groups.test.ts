import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { extendTailwindMerge } from 'tailwind-merge';
import { expect, test } from 'vitest';
import { cn } from './cn.ts';

/** With all of Tailwind's classes, and our own tokens among them. */
const whole = extendTailwindMerge({
  cacheSize: 0,
  extend: {
    theme: {
      text: ['11', '12', '13', '14', '16', '20', '28'],
      'font-weight': ['reg', 'med', 'semi'],
      radius: ['xs', 's', 'm', 'l', 'full'],
      shadow: ['e1', 'e2', 'e3'],
    },
  },
});

const source = join(import.meta.dirname, '..');
/** The whole tables take our radii `s` and `l` for sides of a box, and know weights that our fonts are not shown in. */
const readOtherwise = new Set(['rounded-s', 'rounded-l', 'font-medium', 'font-normal']);
const classes = classesOfClient().filter((name) => !readOtherwise.has(name));

test('of two radii the later one counts', () => {
  expect(cn('rounded-full', 'rounded-l')).toBe('rounded-l');
  expect(cn('rounded-s', 'hover:rounded-m', 'rounded-xs')).toBe('hover:rounded-m rounded-xs');
});

test('modifiers, importance and line heights beside a size are told apart', () => {
  expect(cn('text-12/4 leading-5', 'hover:bg-hover', 'bg-raised', 'text-13/5')).toBe(
    'hover:bg-hover bg-raised text-13/5',
  );
  expect(cn('px-2!', 'px-3', 'md:px-4', 'md:px-5')).toBe('px-2! px-3 md:px-5');
  expect(cn('a', false, null, undefined, 'b')).toBe('a b');
});

test('the classes of the client are found', () => {
  expect(classes.length).toBeGreaterThan(700);
  expect(classes).toEqual(expect.arrayContaining(['text-ink-3', 'w-[270px]', 'size-7.5', '[--pbg:var(--bg-sidebar)]']));
});

test('each class has the same effect on each other one as with all tables of tailwind-merge', () => {
  // In a list of all in another order each time, every pair meets in both orders.
  for (let round = 0; round < 60; round += 1) {
    const list = shuffled(classes, round).join(' ');
    const [left, right] = [cn(list), whole(list)].map((text) => text.split(' '));
    expect(left?.filter((name) => !right?.includes(name))).toEqual([]);
    expect(right?.filter((name) => !left?.includes(name))).toEqual([]);
  }
});

/** Every word in the client's texts that Tailwind knows as a class: our tables leave all else alone, as those of the library do. */
function classesOfClient(): string[] {
  const found = new Set<string>();
  for (const name of readdirSync(source, { recursive: true, encoding: 'utf8' })) {
    if (!/\.tsx?$/.test(name) || /\.test\.|class-groups/.test(name)) continue;
    for (const [, , text = ''] of readFileSync(join(source, name), 'utf8').matchAll(/(['"`])((?:(?!\1)[^\\\n])*)\1/g)) {
      for (const word of text.split(/[\s{}$]+/)) if (isKnown(word)) found.add(withoutModifiers(word));
    }
  }
  return [...found].sort();
}

/** tailwind-merge removes the first of two equal classes, and keeps both where the word is no class. */
function isKnown(word: string): boolean {
  return word !== '' && whole(`${word} x-none ${word}`) === `x-none ${word}`;
}

function withoutModifiers(word: string): string {
  let depth = 0;
  let last = 0;
  for (const [at, letter] of [...word].entries()) {
    if (letter === '[' || letter === '(') depth += 1;
    else if (letter === ']' || letter === ')') depth -= 1;
    else if (letter === ':' && depth === 0) last = at + 1;
  }
  return word.slice(last);
}

/** The same order for the same seed. */
function shuffled(list: readonly string[], seed: number): string[] {
  let state = seed + 1;
  const next = () => {
    state = (state * 48_271) % 2_147_483_647;
    return state;
  };
  return list
    .map((name) => ({ name, place: next() }))
    .sort((a, b) => a.place - b.place)
    .map(({ name }) => name);
}
