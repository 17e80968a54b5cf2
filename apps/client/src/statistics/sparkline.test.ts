import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Sparkline } from './Sparkline.tsx';

const drawn = (...values: number[]) => renderToStaticMarkup(createElement(Sparkline, { values }));

test('several days are a curve, and one day is a point', () => {
  expect(drawn(0, 4, 2)).toContain('points="1.0,18.0 44.0,2.0 87.0,10.0"');
  expect(drawn(0, 4, 2)).not.toContain('circle');
  expect(drawn(3)).toContain('<circle cx="44.0" cy="2.0"');
  expect(drawn(0)).toContain('cy="18.0"');
  expect(drawn(3)).not.toContain('polyline');
});
