import { avatarSizePx } from '@sidetone/contract/rules/screen-measures.ts';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Avatar } from './Avatar.tsx';

/** Tailwind's unit: `size-9` is nine of these. */
const unitPx = 4;

test.each([
  ['xl', 'xlarge'],
  ['l', 'large'],
  ['m', 'medium'],
  ['s', 'small'],
  ['xs', 'xsmall'],
  ['ai', 'aismall'],
] as const)('CONST-051 to -056: size %s is drawn as %s', (size, name) => {
  const drawn = renderToStaticMarkup(createElement(Avatar, { name: 'Anna Berg', size }));
  expect(Number(/\bsize-(\d+)/.exec(drawn)?.[1]) * unitPx).toBe(avatarSizePx[name]);
});
